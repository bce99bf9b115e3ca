-- When backups are written and which are kept, as administrators set it. One row. time: of day in the site's time zone, null for no schedule;
-- max_age: hours after which the last good backup is too old.
create table backup_schedule (
  one boolean primary key default true check (one),
  folder text not null, time text, daily smallint not null, weekly smallint not null, monthly smallint not null,
  max_age int not null, changed timestamptz not null, by text not null
);

-- Backups that ended. rows, files, bytes: what the backup contains, also what earlier ones copied; name: null for a failed one.
create table backup_run (
  run bigint generated always as identity primary key,
  began timestamptz not null, ended timestamptz not null, cause text not null check (cause in ('command', 'schedule', 'person')),
  folder text not null, name text, result text not null check (result in ('good', 'incomplete', 'failed')), reason text,
  rows bigint not null, files int not null, bytes bigint not null
);
create index backup_run_began on backup_run (began);
