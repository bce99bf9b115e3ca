-- Which dates an event was written about: kind at the date (as the item names it) of the item t, i. Each once, whatever runs twice.
create table due_event (
  t smallint not null, i int not null, kind text not null, due date not null, primary key (t, i, kind, due)
);
create index due_event_by_age on due_event (due);
