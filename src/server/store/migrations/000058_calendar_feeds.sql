-- Secret addresses under which a calendar program reads what a search finds, by the rights that its person has at that moment. hash: SHA-256
-- of the secret, which is kept nowhere. names: entries say what they are called. remind: days before, null for none.
create table calendar_feed (
  feed int generated always as identity primary key, person text not null, hash bytea not null unique,
  name text not null, query jsonb not null, names boolean not null, remind smallint,
  created timestamptz not null default now(), used timestamptz
);
create index calendar_feed_of_person on calendar_feed (person);
