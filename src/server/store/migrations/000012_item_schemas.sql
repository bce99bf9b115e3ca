-- Each schema that items of a type were ever stored by: a fingerprint of the declarations that decide what an item is found, sorted,
-- named and read by. number: counted per type from 0; item.schema is the number by which a row was stored.
-- names: the properties declared then; done: the migrate operations that were carried out, as JSON; rights: what of it decides who
-- reads; turn: the greatest is the schema in force; task: the job by which its processes bring older rows there.
create table item_schema (
  t smallint not null, number int not null, fingerprint text not null, names text[] not null, done text[] not null,
  rights jsonb, turn bigint generated always as identity, task text not null default '',
  primary key (t, number), unique (t, fingerprint)
);
create index item_schema_turn on item_schema (t, turn);
insert into item_schema (t, number, fingerprint, names, done) select t, 0, shape, names, done from item_shape;
drop table item_shape;

alter table item add column schema int not null default 0;

-- Items that do not fit a schema: they stay as they are, and nobody tries again until that changes.
create table item_misfit (t smallint not null, i int not null, schema int not null, problem text not null, primary key (t, i, schema));
