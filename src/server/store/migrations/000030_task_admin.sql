-- Whether the person began it as an administrator of the site: who had not shown the second factor that the site demands did not.
alter table task add admin boolean not null default true;
