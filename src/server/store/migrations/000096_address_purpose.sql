-- Secret addresses of other programs than calendars. purpose: kind of program, `calendar` for the rows that exist. Other purposes have no query.
alter table calendar_feed add column purpose text not null default 'calendar';
alter table calendar_feed alter column query drop not null;
alter table calendar_feed alter column names set default false;
