// SQL of accounts, sessions and tokens. Used by sessions/ only. It accesses no item table.

import { followAccountLater } from 'src/server/store/accounts/followedAccounts.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface CredentialRow {
  readonly user_id: string;
  readonly email: string;
  /** Null until an invitation is accepted. */
  readonly hash: string | null;
}

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly actor_id: string | null;
  readonly parent: string | null;
  readonly expires: Date;
  /** Signed in with two factors. */
  readonly second: boolean;
}

export interface TokenRow extends SessionRow {
  readonly jti: string;
  readonly token_expires: Date;
  /** Version of the private data of the person behind the session. */
  readonly kept: number;
}

export const findCredential = async (db: Queryable, email: string): Promise<CredentialRow | undefined> =>
  (await db.query<CredentialRow>('select user_id, email, hash from credential where email = $1', [email]))[0];

export const credentialOf = async (db: Queryable, userId: string): Promise<CredentialRow | undefined> =>
  (await db.query<CredentialRow>('select user_id, email, hash from credential where user_id = $1', [userId]))[0];

/** Returns false when another account has the address. */
export const moveCredential = async (db: Queryable, userId: string, email: string): Promise<boolean> =>
  (
    await db.query(
      `update credential set email = $2 where user_id = $1
       and not exists (select from credential where email = $2 and user_id <> $1) returning 1`,
      [userId, email],
    )
  ).length > 0;

/** Stores the time of an invitation, and who sent it. Without `by`, the person who sent it before remains. */
export const noteInvited = async (db: Queryable, userId: string, by?: string): Promise<void> => {
  await db.query('update credential set invited = now(), invited_by = coalesce($2, invited_by) where user_id = $1', [
    userId,
    by ?? null,
  ]);
  await followAccountLater(db, userId);
};

/** Deletes the account of a deleted person when the deletion can no longer be undone. Until then, the address is reserved. */
export const pruneCredentials = async (db: Queryable): Promise<void> => {
  await db.query(
    `delete from credential c where not exists
       (select from item join item_type using (t) where name = split_part(c.user_id, '-', 1) and i = split_part(c.user_id, '-', 2)::int)
     and not exists (select from removed where items @> jsonb_build_array(jsonb_build_object('id', c.user_id)))`,
  );
  for (const table of ['totp', 'recovery_code', 'passkey'])
    await db.query(`delete from ${table} f where not exists (select from credential c where c.user_id = f.user_id)`);
};

/** Returns false when the user already has an account or another one has the address. */
export const insertCredential = async (
  db: Queryable,
  { userId, email, hash }: { readonly userId: string; readonly email: string; readonly hash: string | null },
): Promise<boolean> => {
  const inserted = await db.query(
    'insert into credential (user_id, email, hash) values ($1, $2, $3) on conflict do nothing returning 1',
    [userId, email, hash],
  );
  if (inserted.length > 0) await followAccountLater(db, userId);
  return inserted.length > 0;
};

/** Deletes an account without a password. Returns its address; undefined when there is none. */
export const dropUnusedCredential = async (db: Queryable, userId: string): Promise<string | undefined> => {
  const [row] = await db.query<{ email: string }>(
    'delete from credential where user_id = $1 and hash is null returning email',
    [userId],
  );
  return row?.email;
};

export const putHash = async (db: Queryable, userId: string, hash: string): Promise<void> => {
  await db.query('update credential set hash = $2, changed = now() where user_id = $1', [userId, hash]);
  await followAccountLater(db, userId);
};

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly actorId: string | undefined;
  readonly parent: string | undefined;
  readonly expires: Date;
  readonly second: boolean;
  /** Description of the browser, for the list of a person's sessions. */
  readonly device: string | undefined;
}

export const insertSession = async (
  db: Queryable,
  { id, userId, actorId, parent, expires, second, device }: NewSession,
): Promise<void> => {
  await db.query(
    'insert into session (id, user_id, actor_id, parent, expires, second, device) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, userId, actorId ?? null, parent ?? null, expires, second, device ?? null],
  );
};

export const insertToken = async (db: Queryable, jti: string, sessionId: string, expires: Date): Promise<void> => {
  await db.query('insert into session_token (jti, session_id, expires) values ($1, $2, $3)', [jti, sessionId, expires]);
};

/** Keeps the older tokens of a session valid for a short time, for requests in progress. */
export const shortenOtherTokens = async (db: Queryable, jti: string, sessionId: string, until: Date): Promise<void> => {
  await db.query('update session_token set expires = least(expires, $3) where session_id = $2 and jti <> $1', [
    jti,
    sessionId,
    until,
  ]);
};

/**
 * Returns tokens with their sessions when neither has ended. A masquerade ends with the session behind it. Every request calls this, so it
 * also reads the version of private data instead of using another statement.
 */
export const findTokens = (db: Queryable, ids: readonly string[]): Promise<TokenRow[]> =>
  db.query<TokenRow>(
    `select s.id, s.user_id, s.actor_id, s.parent, s.expires, s.second, k.jti, k.expires as token_expires,
         coalesce((select version from kept_by_person
           where person = substring(coalesce(s.actor_id, s.user_id) from '-([0-9]+)$')::int), 0) as kept
       from session_token k join session s on s.id = k.session_id left join session p on p.id = s.parent
       where k.jti = any($1::uuid[]) and s.ended is null and (s.parent is null or p.ended is null)`,
    [ids],
    'sessions_by_token',
  );

export const newestTokenEnd = async (db: Queryable, sessionId: string): Promise<Date | undefined> =>
  (
    await db.query<{ expires: Date | null }>(
      'select max(expires) as expires from session_token where session_id = $1',
      [sessionId],
    )
  )[0]?.expires ?? undefined;

export const findSession = async (db: Queryable, id: string): Promise<SessionRow | undefined> =>
  (
    await db.query<SessionRow>(
      'select id, user_id, actor_id, parent, expires, second from session where id = $1 and ended is null and expires > now()',
      [id],
    )
  )[0];

/** Ends the session and its masquerades. */
export const endSession = async (db: Queryable, id: string, reason: string): Promise<void> => {
  await db.query('update session set ended = now(), reason = $2 where (id = $1 or parent = $1) and ended is null', [
    id,
    reason,
  ]);
};

export const endSessionsOf = async (db: Queryable, userId: string, reason: string): Promise<void> => {
  await db.query(
    `update session set ended = now(), reason = $2
     where ended is null and (user_id = $1 or actor_id = $1)`,
    [userId, reason],
  );
};

/** Same as endSessionsOf, except for one session. */
export const endOtherSessionsOf = async (
  db: Queryable,
  userId: string,
  { kept, reason }: { readonly kept: string; readonly reason: string },
): Promise<void> => {
  await db.query(
    `update session set ended = now(), reason = $3
     where ended is null and (user_id = $1 or actor_id = $1) and id <> $2`,
    [userId, kept, reason],
  );
};

export interface OwnSessionRow {
  readonly id: string;
  readonly created: Date;
  readonly seen: Date;
  readonly device: string | null;
}

export const sessionsOf = (db: Queryable, userId: string): Promise<OwnSessionRow[]> =>
  db.query<OwnSessionRow>(
    `select id, created, seen, device from session
     where user_id = $1 and actor_id is null and ended is null and expires > now() order by seen desc`,
    [userId],
  );

/** Records activity of a person. Called whenever a session gets a token, so at least once per token lifetime. */
export const noteActive = async (db: Queryable, sessionId: string): Promise<void> => {
  const first = await db.query<{ readonly user_id: string }>(
    `with seen as (update session set seen = now() where id = $1 returning user_id, actor_id),
     before as (select c.user_id, c.active from credential c join seen on seen.actor_id is null and c.user_id = seen.user_id for update of c),
     moved as (update credential c set active = now() from before where c.user_id = before.user_id)
     select user_id from before where active is null or active < date_trunc('hour', now(), 'UTC')`,
    [sessionId],
  );
  for (const { user_id: userId } of first) await followAccountLater(db, userId);
};

export const noteSecondFactor = async (db: Queryable, sessionId: string): Promise<void> => {
  await db.query('update session set second = true where id = $1', [sessionId]);
};

/** State of a session with an open socket. */
export interface SessionMark {
  readonly id: string;
  /** Reason why the session ended; null while it is valid. */
  readonly reason: string | null;
  /** True after a sign-in with two factors. */
  readonly second: boolean;
}

/** Returns one mark for each id. A session without a row counts as signed out. */
export const sessionMarks = (db: Queryable, ids: readonly string[]): Promise<SessionMark[]> =>
  db.query<SessionMark>(
    `select a.id, coalesce(s.second, false) as second,
       case when s.id is null or s.ended is not null or p.ended is not null
         then coalesce(s.reason, p.reason, 'signedout') end as reason
     from unnest($1::uuid[]) a (id) left join session s on s.id = a.id left join session p on p.id = s.parent`,
    [ids],
  );

export interface UserMark {
  readonly number: number;
  readonly u: number;
  /** Version of the person's private data. */
  readonly kept: number;
}

/** Returns marks of users. A changed mark shows that the user's item or private data changed. */
export const marksOf = (db: Queryable, typeNumber: number, userNumbers: readonly number[]): Promise<UserMark[]> =>
  db.query<UserMark>(
    `select i as number, u, coalesce(k.version, 0) as kept from item left join kept_by_person k on k.person = i
     where t = $1 and i = any($2)`,
    [typeNumber, userNumbers],
  );

export const pruneSessions = async (db: Queryable): Promise<void> => {
  await db.query(`delete from session_token where expires < now() - interval '1 hour'`);
  await db.query(`delete from session where coalesce(ended, expires) < now() - interval '30 days'`);
};
