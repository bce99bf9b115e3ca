-- The number belonged to the table of a withdrawn design (docs/decisions/0009-sole-writer.md). A database that ran it keeps an empty, unused table.
drop table if exists sole_writer;
