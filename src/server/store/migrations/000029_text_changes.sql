-- Who changed which text of the site, and from what to what; the newest state stands in locale_override.
create table locale_override_change (
  id bigint generated always as identity primary key, language text not null, key text not null, before text, after text,
  at timestamptz not null default now(), by text not null
);
create index locale_override_change_of on locale_override_change (language, id desc);
