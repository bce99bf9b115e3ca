-- Of a reader set that grants made: the set without any grant, and who gave those grants.
alter table acl add column base int, add column granters text[];
create index acl_granters on acl using gin (granters) where granters is not null;

-- What has this acl is read by its base instead. Written in the transaction in which a granter of many items lost rights, so that what
-- they granted ends at once; taken away when a job has worked out the readers of these items anew. See store/granterReaders.ts.
-- outbox.op p of type 0 says so to every process, its pairs of acls in moved.
create table closed_acl (acl int primary key, base int not null);
