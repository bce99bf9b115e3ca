-- What a deletion took away, by the item that was deleted, for as long as it may be undone (store/removed.ts). label, owners, acl: of that
-- item then; items: with what went along; emptied: relations of others that let go; grants: rows of item_grant.
create table removed (
  root text primary key, at timestamptz not null, until timestamptz not null, by text not null,
  acl int not null, owners text[] not null, label text not null, items jsonb not null, emptied jsonb not null, grants jsonb not null
);
create index removed_until on removed (until);
