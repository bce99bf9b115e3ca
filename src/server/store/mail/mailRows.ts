// SQL of the queue and log of emails. Used by mail/ only. The contents of an email are kept until it has been sent.

import type { Queryable } from 'src/server/store/database.ts';

/** `dropped`: there was nothing left to send. `failed`: the last attempt failed; only such an email can be sent again. */
export type MailState = 'waiting' | 'sent' | 'refused' | 'failed' | 'dropped';

export type MailValues = Readonly<Record<string, string | number>>;

export interface NewMailRow {
  readonly key: string;
  readonly template: string;
  readonly toUser: string | undefined;
  readonly address: string | undefined;
  readonly name: string | undefined;
  readonly language: string | undefined;
  readonly values: MailValues;
  readonly path: string | undefined;
}

export interface MailRow {
  readonly id: string;
  readonly template: string;
  readonly to_user: string | null;
  readonly address: string | null;
  readonly name: string | null;
  readonly language: string | null;
  readonly values: MailValues | null;
  readonly path: string | null;
  readonly message_id: string;
  readonly attempts: number;
}

const INSERT_MAIL_SQL = `insert into mail (key, template, to_user, address, name, language, values, path)
  select key, template, "toUser", address, name, language, values, path
  from jsonb_to_recordset($1::jsonb) as r(key text, template text, "toUser" text, address text, name text, language text, values jsonb, path text)
  on conflict (key) do nothing returning id::int`;

/** Inserts emails and returns the ids of new ones. An email with a known key is ignored. */
export const insertMails = async (db: Queryable, rows: readonly NewMailRow[]): Promise<number[]> =>
  (await db.query<{ id: number }>(INSERT_MAIL_SQL, [JSON.stringify(rows)], 'mail.insert')).map(({ id }) => id);

/** Seconds that an attempt may take, including the time to record its result. */
export const ATTEMPT_LEASE_S = 300;

/** Another attempt holds the lease. */
export interface LeasedMail {
  readonly leasedUntil: Date;
}

const START_ATTEMPT_SQL = `update mail set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${ATTEMPT_LEASE_S})
  where id = $1 and state = 'waiting' and (leased_until is null or leased_until < now())
  returning id, template, to_user, address, name, language, values, path, message_id, attempts`;

/** Takes the lease of an email and counts an attempt. Returns undefined when the email no longer waits. */
export const startAttempt = async (db: Queryable, id: string): Promise<MailRow | LeasedMail | undefined> => {
  const [row] = await db.query<MailRow>(START_ATTEMPT_SQL, [id], 'mail.start');
  if (row) return row;
  const leased = `select leased_until as "leasedUntil" from mail where id = $1 and state = 'waiting' and leased_until is not null`;
  return (await db.query<LeasedMail>(leased, [id]))[0];
};

export interface Outcome {
  readonly state: MailState;
  /** Recipient, for the log. */
  readonly address?: string | undefined;
  readonly reason?: string | undefined;
}

interface SettledMail extends Outcome {
  /** An email that was sent may still be returned by another mail server. */
  readonly keepValues?: boolean;
}

/** Records the result of an attempt and ends its lease. Contents are kept only while the email may still be sent. */
export const settleMail = async (
  db: Queryable,
  id: string,
  { state, address, reason, keepValues = false }: SettledMail,
): Promise<void> => {
  const over = (state === 'sent' && !keepValues) || state === 'refused' || state === 'dropped';
  await db.query(
    `update mail set state = $2, leased_until = null, address = case when $2 = 'dropped' then null else coalesce($3, address) end, reason = $4, settled = case when $2 = 'waiting' then null else now() end,
       name = case when $2 = 'dropped' then null else name end,
       values = case when $5 then null else values end, path = case when $5 then null else path end where id = $1`,
    [id, state, address ?? null, reason ?? null, over],
    'mail.settle',
  );
};

type LockedMail = Pick<MailRow, 'id' | 'template' | 'values'> & { readonly state: MailState };

/** Locks and returns the email with this Message-ID, or undefined. */
export const lockMail = async (db: Queryable, messageId: string): Promise<LockedMail | undefined> =>
  (
    await db.query<LockedMail>('select id, template, values, state from mail where message_id = $1 for update', [
      messageId,
    ])
  )[0];

/** Returns true for a failed email. */
export const reviveMail = async (db: Queryable, id: number): Promise<boolean> =>
  (
    await db.query(
      `update mail set state = 'waiting', attempts = 0, settled = null where id = $1 and state = 'failed' returning 1`,
      [id],
    )
  ).length > 0;

export interface MailLogRow {
  readonly id: string;
  readonly template: string;
  readonly to_user: string | null;
  readonly address: string | null;
  readonly state: MailState;
  readonly attempts: number;
  readonly reason: string | null;
  readonly added: Date;
  readonly settled: Date | null;
}

/** Returns the log, newest first. */
export const mailLog = (
  db: Queryable,
  {
    before,
    state,
    max,
  }: { readonly before?: number | undefined; readonly state?: string | undefined; readonly max: number },
): Promise<MailLogRow[]> =>
  db.query<MailLogRow>(
    `select id, template, to_user, address, state, attempts, reason, added, settled from mail
     where ($1::bigint is null or id < $1) and ($2::text is null or state = $2) order by id desc limit $3`,
    [before ?? null, state ?? null, max],
  );

export interface MailFigures {
  readonly waiting: number;
  readonly failed: number;
  /** Count of the last week, because a corrected address stays in the log for a year. */
  readonly refused: number;
  /** Seconds since the oldest waiting email was queued. */
  readonly oldest: number;
}

export const mailFigures = async (db: Queryable): Promise<MailFigures> => {
  const [row] = await db.query<MailFigures>(
    `select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'refused' and settled > now() - interval '7 days')::int as refused,
      coalesce(extract(epoch from now() - min(added) filter (where state = 'waiting')), 0)::float8 as oldest from mail
     where state in ('waiting', 'failed', 'refused')`,
  );
  return row ?? { waiting: 0, failed: 0, refused: 0, oldest: 0 };
};

/** Keeps the log for a year. A waiting email is never older than its attempts. */
export const pruneMail = async (db: Queryable): Promise<void> => {
  await db.query(`delete from mail where settled < now() - interval '1 year'`);
};
