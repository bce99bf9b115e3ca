-- Whether a person is blocked is said by the User item alone; no command or route ever set the second switch.
alter table credential drop column blocked;
