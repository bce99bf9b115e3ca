-- An invited person has an account without a password until the invitation is taken up.
alter table credential alter column hash drop not null;
alter table credential add column invited timestamptz, add column active timestamptz;

-- second: signed in with two factors, or with a passkey that checked its holder.
alter table session add column second boolean not null default false, add column seen timestamptz not null default now(), add column device text;

-- One-use links in letters. The token itself is in the letter alone.
create table account_token (
  hash bytea primary key, purpose text not null check (purpose in ('register', 'invite', 'password')),
  user_id text, email text not null, name text, expires timestamptz not null
);
create index account_token_email on account_token (email);

create table totp (user_id text primary key, secret text not null, confirmed boolean not null default false, step bigint not null default 0);
create table recovery_code (user_id text not null, hash bytea not null, primary key (user_id, hash));
create table passkey (
  id text primary key, user_id text not null, public_key bytea not null, counter bigint not null default 0,
  transports text[] not null default '{}', name text not null, created timestamptz not null default now(), used timestamptz
);
create index passkey_of_user on passkey (user_id);

-- Unlogged: a crash only asks people to begin to sign in again.
create unlogged table sign_in_challenge (id uuid primary key, purpose text not null, user_id text, challenge text, tries int not null default 0, expires timestamptz not null);
create unlogged table spent_proof (proof text primary key, expires timestamptz not null);
