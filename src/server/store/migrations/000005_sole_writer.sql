-- One row. holder: the process that believes what it has read without asking, by its number in pg_locks; asked: another one wants
-- to write and waits until that belief is over. See store/createSoleWriter.ts.
create table sole_writer (only_row boolean primary key default true check (only_row), holder int, asked boolean not null default false);
insert into sole_writer default values;
