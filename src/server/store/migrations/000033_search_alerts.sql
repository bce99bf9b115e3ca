-- Who wants a notice when items enter a saved search. person: number of the User; search: number of the SavedSearch; mode: how the notice
-- goes by mail. asked: fingerprint of what was asked when its members were last worked out; types: of the items that can be among them.
-- paused: why it is not checked (screen, property, value). turn moves with each writing, so that of two checks at a time one counts.
create table search_alert (
  alert int generated always as identity primary key,
  person int not null, search int not null, mode text not null,
  asked text not null, types smallint[] not null, paused text, turn int not null default 0, since timestamptz not null default now(),
  unique (person, search)
);
create index search_alert_of_search on search_alert (search);

-- What the person could read of the search at the last check: bit n (byte n / 8, as get_bit counts) stands for the item number n of type t.
create table search_alert_members (
  alert int not null references search_alert on delete cascade, t smallint not null, bits bytea not null, primary key (alert, t)
);
