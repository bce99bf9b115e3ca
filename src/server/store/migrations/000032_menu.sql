-- How administrators arranged the menu. Every arrangement is kept with who made it; the newest is in force.
create table menu_version (
  version integer primary key, entries jsonb not null, at timestamptz not null default now(), by text not null
);
