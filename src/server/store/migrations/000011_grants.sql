-- used: when a reader set that only grants make was last asked for: it goes when nothing has it any more. Null: it stays.
alter table acl add column used timestamptz;
create index acl_used on acl (used) where used is not null;
create index item_grant_by on item_grant (granted_by);
