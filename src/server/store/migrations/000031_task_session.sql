-- The masquerade under which the task was begun: the task ends with it.
alter table task add session uuid;
