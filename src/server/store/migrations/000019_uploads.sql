-- Files on their way in: each is its user's until an item takes it (attachment), and is gone a day after it was begun.
-- file_id (SHA-256), filetype, width and height are known once the last byte is there.
create table upload (
  key uuid primary key,
  user_id text not null,
  name text not null,
  size bigint not null,
  at timestamptz not null default now(),
  file_id text,
  filetype text,
  width int,
  height int,
  attachment text
);
create index upload_of_user on upload (user_id);
create index upload_by_age on upload (at);
