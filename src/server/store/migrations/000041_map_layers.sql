-- What maps draw in tiles, by a key that only the asker can use: asker is the user, under a masquerade with its administrator, or visitor.
create table map_layer (key text primary key, asker text not null, layer text not null, question jsonb not null, used timestamptz not null default now());
create index map_layer_used on map_layer (used);
-- The body is not a part of an answer but where it goes on: the part is made when it is fetched.
alter table held_part add column continues boolean not null default false;
