-- How far the job is that gives events of before their owner and their project, once for the projects that the types declare.
create table event_backfill (declared text primary key, last int not null default 0, ended boolean not null default false);
