// What a write with a key answered, kept for a day, in the transaction of the write itself.

import type { Queryable } from 'src/server/store/database.ts';

/**
 * Claims the key for this transaction. A second request with the same key waits here until the first one ends;
 * it then gets the first answer, or, when the first rolled back, the claim. Undefined: claimed, go on.
 */
export const claimIdempotencyKey = async (tx: Queryable, userId: string, key: string): Promise<string | undefined> => {
  const claimed = await tx.query(
    `insert into idempotency as i (user_id, key) values ($1, $2)
     on conflict (user_id, key) do update set at = now(), answer = null where i.at < now() - interval '24 hours'
     returning 1`,
    [userId, key],
  );
  if (claimed.length > 0) return undefined;
  const [row] = await tx.query<{ answer: string | null }>(
    'select answer from idempotency where user_id = $1 and key = $2',
    [userId, key],
  );
  return row?.answer ?? 'null';
};

export const keepAnswer = async (tx: Queryable, userId: string, key: string, answer: string): Promise<void> => {
  await tx.query('update idempotency set answer = $3 where user_id = $1 and key = $2', [userId, key, answer]);
};

export const pruneIdempotency = async (db: Queryable): Promise<void> => {
  await db.query(`delete from idempotency where at < now() - interval '24 hours'`);
};
