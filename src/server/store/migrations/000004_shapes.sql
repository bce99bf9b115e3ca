-- How the items of a type were last drawn: when it differs from the declarations, they are drawn anew. See server/reshape.
-- names: the properties declared then; done: the migrate operations that were carried out, as JSON.
create table item_shape (t smallint primary key, shape text not null, names text[] not null, done text[] not null default '{}');
