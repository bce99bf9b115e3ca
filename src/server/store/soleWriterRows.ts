// The SQL by which processes on one database know of each other. Every session that can write holds a shared advisory lock with
// the number of its process, so it is seen in pg_locks until it can commit nothing more. Called by createSoleWriter only.

import type { Queryable } from 'src/server/store/Database.ts';

export const ASKED_CHANNEL = 'sole_writer';

/** Of all advisory locks the first key of ours: KK. */
const CLASS = 0x4b4b;
const NO_SUCH_TABLE = '42P01';

// Transaction numbers are given once, also before there is any table.
const NUMBER = `select (pg_current_xact_id()::text::bigint % 2147483647)::int as number`;

export const numberOfProcess = async (session: Queryable): Promise<number> => {
  const [row] = await session.query<{ number: number }>(NUMBER);
  if (!row) throw new Error('The database gave this process no number.');
  return row.number;
};

/** For as long as the session lives; never waits, since nobody takes such a lock alone. Answers as whom the server knows the session. */
export const announceSession = async (session: Queryable, number: number): Promise<number | undefined> =>
  (
    await session.query<{ pid: number }>(
      `select pg_backend_pid() as pid, pg_advisory_lock_shared(${CLASS}, $1::int)::text as announced`,
      [number],
    )
  )[0]?.pid;

/** Whether a session of another process, or one of these, may still commit. */
export const hasOtherSessions = async (db: Queryable, number: number, pids: readonly number[]): Promise<boolean> => {
  const text = `select from pg_locks where locktype = 'advisory' and classid = ${CLASS} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and (objid::bigint <> $1::bigint or pid = any($2::int[])) limit 1`;
  return (await db.query(text, [number, pids], 'soleWriter.others')).length > 0;
};

// What is believed after it must be there after a crash, also where other commits need not be.
const DURABLE = `set_config('synchronous_commit', 'on', true) = 'on'`;

export const claimPlace = async (db: Queryable, number: number): Promise<boolean> => {
  const text = `update sole_writer set holder = $1, asked = false
    where (holder is null or (holder = $1 and not asked)) and ${DURABLE} returning holder`;
  return (await db.query(text, [number], 'soleWriter.claim')).length > 0;
};

/** It has been the holder without a break since it claimed the place, and nobody has asked for it. */
export const holdsPlace = async (db: Queryable, number: number): Promise<boolean> =>
  (await db.query(`select from sole_writer where holder = $1 and not asked`, [number], 'soleWriter.holds')).length > 0;

export const freePlace = (db: Queryable, holder: number): Promise<unknown> =>
  db.query(
    `update sole_writer set holder = null, asked = false where holder = $1 and ${DURABLE}`,
    [holder],
    'soleWriter.free',
  );

/** From its commit on the holder gets no other answer from holdsPlace than no. */
export const askForPlace = (db: Queryable, holder: number): Promise<unknown> =>
  db.query(
    `update sole_writer set asked = true where holder = $1 and ${DURABLE} returning pg_notify('${ASKED_CHANNEL}', '')::text`,
    [holder],
    'soleWriter.ask',
  );

/** A holder other than `number`; nobody while the table is still to be made. */
export const otherHolder = async (db: Queryable, number: number): Promise<number | undefined> => {
  const text = 'select holder from sole_writer where holder <> $1';
  try {
    return (await db.query<{ holder: number }>(text, [number], 'soleWriter.other'))[0]?.holder;
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return undefined;
    throw error;
  }
};
