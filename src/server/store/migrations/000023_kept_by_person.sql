-- What a person keeps for themselves beside their User item: choices of the interface, and stars on items. Neither is part of an item:
-- nobody else reads it, it makes no version and no news. `version` moves with both, so that every open page of the person follows.
create table kept_by_person (person int primary key, version int not null default 1, preferences jsonb not null default '{}');
create table star (
  person int not null, t smallint not null, i int not null, at timestamptz not null default now(),
  primary key (person, t, i)
);
create index star_item on star (t, i);

-- Until now these three were properties of the User item (type 1).
insert into kept_by_person (person, preferences)
  select l.i, jsonb_strip_nulls(jsonb_build_object('dark', l.body->'dark', 'hideGuidance', l.body->'hideGuidance', 'multiColumns', l.body->'multiColumns'))
  from item_level l where l.t = 1 and l.body ?| array['dark', 'hideGuidance', 'multiColumns'];
