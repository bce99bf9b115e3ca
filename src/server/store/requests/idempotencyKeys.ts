// Answers of writes with a key, kept for a day, stored in the transaction of the write.

import { invalidAt } from 'src/model/problems.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  /** Digest of the operation and its body. */
  readonly request: string;
}

interface KeptAnswer {
  readonly answer: string | null;
  readonly request: string | null;
}

const storedAnswer = (row: KeptAnswer | undefined, request: string): string => {
  if (row && row.request !== null && row.request !== request) throw invalidAt('/key', 'errors.invalidValue');
  return row?.answer ?? 'null';
};

/** Returns the answer of a key, or undefined. Throws `invalid` for a key that was used for another request. */
export const findAnswer = async (
  db: Queryable,
  { userId, key, request }: KeyedRequest,
): Promise<string | undefined> => {
  const [row] = await db.query<KeptAnswer>(
    `select answer, request from idempotency where user_id = $1 and key = $2 and at > now() - interval '24 hours'`,
    [userId, key],
    'idempotency.find',
  );
  return row && storedAnswer(row, request);
};

const IS_EXPIRED = `i.at < now() - interval '24 hours'`;
const unlessExpired = (column: string, otherwise: string): string =>
  `${column} = case when ${IS_EXPIRED} then ${otherwise} else i.${column} end`;
// A row without an answer is this transaction's own: others are seen when they are committed, with their answer.
const CLAIM_SQL = `insert into idempotency as i (user_id, key, request) values ($1, $2, $3)
  on conflict (user_id, key) do update set ${unlessExpired('at', 'now()')}, ${unlessExpired('answer', 'null')}, ${unlessExpired('request', '$3')}
  returning answer, request`;

/**
 * Claims the key for this transaction. A second request with the same key waits until the first one ends. It then gets the first answer, or
 * the claim when the first was rolled back. Returns undefined when the key is claimed. Throws `invalid` for a key that was used for another
 * request.
 */
export const claimIdempotencyKey = async (
  tx: Queryable,
  { userId, key, request }: KeyedRequest,
): Promise<string | undefined> => {
  const [row] = await tx.query<KeptAnswer>(CLAIM_SQL, [userId, key, request], 'idempotency.claim');
  return row?.answer === null ? undefined : storedAnswer(row, request);
};

/** Stores the answer together with the commit. */
export const keepAnswer = (
  tx: Pick<Transaction, 'withCommit'>,
  { userId, key }: Pick<KeyedRequest, 'userId' | 'key'>,
  answer: string,
): void => {
  const text = 'update idempotency set answer = $3 where user_id = $1 and key = $2';
  tx.withCommit(text, [userId, key, answer], 'idempotency.keep');
};

export const pruneIdempotency = async (db: Queryable): Promise<void> => {
  await db.query(`delete from idempotency where at < now() - interval '24 hours'`);
};
