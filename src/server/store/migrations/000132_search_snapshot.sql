-- States of the search index that processes have saved to files. A file whose token is not here was saved from another history of this
-- database, for example before it was reset to an older copy. x: transaction that wrote the row; erasures: number of rows of erased when the
-- index was read from the tables. See src/server/search/snapshot.
create table search_snapshot (
  token uuid primary key, x xid8 not null default pg_current_xact_id(), erasures int not null, at timestamptz not null default now()
);
