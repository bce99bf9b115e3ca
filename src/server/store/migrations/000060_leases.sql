-- A running job queue renews its lease; jobs whose holder let its lease run out are handed to another one.
create table job_lease (holder text primary key, until timestamptz not null);
-- While an attempt has the lease, no other process sends the same email.
alter table mail add column leased_until timestamptz;
