-- Items of type t that hold the term (their relation to a root, or to an item below one) are read by this acl instead of their own,
-- what is restricted in them by restricted_acl, until a job has moved them all. Written in the transaction that moved the root's
-- readers, so that a right that was lost is lost at once. The newest row holds. See store/moveReaders.ts.
create table pending_readers (
  t smallint not null, term int not null, root text not null,
  acl int not null, restricted_acl int not null, level smallint not null,
  seq bigint generated always as identity,
  primary key (t, term)
);
create index pending_readers_root on pending_readers (root);

-- outbox.op p: items of type t that hold the term i are read by pending_readers from now on.
