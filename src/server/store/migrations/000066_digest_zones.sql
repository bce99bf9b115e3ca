-- Without a time zone of the person's own, the daily email goes out by that of the site.
alter table notice_preference alter zone drop not null, alter zone drop default;
