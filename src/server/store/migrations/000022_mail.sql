-- The queue and the log of letters. What a letter says is made when it is sent: values go once it is sent or will not be.
create table mail (
  id bigint generated always as identity primary key,
  key text not null unique,
  template text not null, to_user text, address text, name text, language text,
  values jsonb, path text,
  message_id uuid not null default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'failed', 'dropped')),
  attempts int not null default 0, reason text,
  added timestamptz not null default now(), settled timestamptz
);
create index mail_settled on mail (settled) where settled is not null;
