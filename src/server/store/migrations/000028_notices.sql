-- What people are told of. One row for each person and event would outnumber the items by far, so notices are no items at rest: they are
-- shown as items of type Notify, number being the item's. user_id is told of events (items of type Event, oldest first) of the item t, i;
-- by: who caused the newest one. A notice is shown while one of its events may be read, and where also is set one of those items too.
-- mode: how it goes by mail; mailed: when a letter had it.
create table notice (
  number int generated always as identity primary key,
  user_id text not null, kind text not null, t smallint not null, i int not null, by text not null,
  events int[] not null, also text[],
  since timestamptz not null, at timestamptz not null, unread boolean not null default true,
  mode text not null, mailed timestamptz
);
create index notice_of_user on notice (user_id, at desc);
create index notice_of_item on notice (t, i, user_id);
create index notice_by_age on notice (at);
create index notice_for_digest on notice (user_id) where mode = 'DIGEST' and mailed is null;

-- What a person wants of one item, beside what is declared: ALWAYS or NEVER.
create table notice_choice (
  t smallint not null, i int not null, user_id text not null, choice text not null, primary key (t, i, user_id)
);

-- What a person wants by mail: modes by kind of event; hour and zone of the digest; digested: when the last one was built.
create table notice_preference (
  user_id text primary key, modes jsonb not null default '{}', hour smallint not null default 7, zone text not null default 'UTC', digested timestamptz
);

-- outbox.op n: of an Event, that people were told of it; of type Notify with the number of a user in i, that they marked notices.
