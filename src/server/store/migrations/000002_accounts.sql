-- Accounts and sessions: never items, so that no search, history or export can reach them.
create table credential (
  user_id text primary key, email text not null unique, hash text not null, blocked boolean not null default false, changed timestamptz not null default now()
);

-- parent: the administrator's own session behind a masquerade, which is what `stop` returns to.
create table session (
  id uuid primary key, user_id text not null, actor_id text, parent uuid references session on delete cascade,
  created timestamptz not null default now(), expires timestamptz not null,
  ended timestamptz, reason text
);
create index session_of_user on session (user_id) where ended is null;
create index session_ended on session (ended) where ended is not null;

-- A token of a session; the older ones of a session live a short grace after rotation.
create table session_token (jti uuid primary key, session_id uuid not null references session on delete cascade, expires timestamptz not null);
create index session_token_session on session_token (session_id);

create table idempotency (
  user_id text not null, key uuid not null, at timestamptz not null default now(), answer text, primary key (user_id, key)
);

-- Shared limits of several processes: a token bucket per name. Unlogged: a write costs no flush, and a crash only forgives.
create unlogged table rate_limit (name text primary key, tokens double precision not null, at timestamptz not null default now());

-- Replies that are fetched later, by whichever process is asked: one too large for the socket, or the parts of a streamed one.
create unlogged table held_part (
  key text not null, part int not null, last boolean not null, session_id uuid, expires timestamptz not null, body text not null, primary key (key, part)
);

create table site_secret (name text primary key, value text not null);

create table legacy_path (alias text primary key, item_id text not null);

create table locale_override (language text not null, key text not null, text text not null, primary key (language, key));
