-- Names of the jobs that the holder runs: a job whose name no holder has waits for nothing.
alter table job_lease add column names text[] not null default '{}';
