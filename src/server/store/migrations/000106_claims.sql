-- Facts that hold only while a process confirms them, such as the process to which a browser tab is connected. A killed process leaves rows
-- that expire.
create table claim (key text primary key, value jsonb not null, until timestamptz not null);

-- Person whose input caused a write, with the consent of its author.
alter table item_history add column helper text;
