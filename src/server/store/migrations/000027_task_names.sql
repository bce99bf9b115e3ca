-- What the caller knows a task by.
alter table task add async_key text;
