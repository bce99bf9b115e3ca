-- Work that somebody started, beside its Task item (number i), which says how far it is. actor: the administrator behind a masquerade.
-- input, checkpoint: for the work alone; checkpoint and progress as the last batch left them. undoable: its work can be taken back. run: grows with each process that takes it up, so that
-- an earlier one can do nothing more. failures: in a row, without a batch between. stop: what was asked for. file: name and type of the
-- result, whose bytes lie in files/results under the key. until: when an ended one is forgotten.
create table task (
  key uuid primary key,
  i int not null unique,
  user_id text not null,
  actor text,
  action text not null,
  target text not null,
  input jsonb not null,
  checkpoint jsonb,
  progress jsonb,
  undoable boolean not null,
  run int not null default 0,
  failures int not null default 0,
  began timestamptz,
  stop text check (stop in ('cancel', 'kill')),
  ended timestamptz,
  file jsonb,
  until timestamptz
);
create index task_of_user on task (user_id, ended);
create index task_until on task (until);

-- The items that a task works on, in their order. u: the version that the person knew; 0 for one that was gone already. state: w waits,
-- c changed, s as it was, r refused for the reason, b taken back. before: changed values as they were; after: the version that the task made.
create table task_item (
  task uuid not null references task (key) on delete cascade,
  n int not null,
  id text not null,
  u int not null,
  state char(1) not null default 'w',
  reason text,
  before jsonb,
  after int,
  primary key (task, n)
);
create index task_item_waiting on task_item (task, n) where state = 'w';
