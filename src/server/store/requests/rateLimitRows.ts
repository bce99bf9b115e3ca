// Token buckets by name, shared by all processes on the database.

import type { Queryable } from 'src/server/store/database.ts';

export interface Bucket {
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
}

const level = (row: string): string =>
  `least($2::float8, ${row}.tokens + greatest(0, extract(epoch from now() - ${row}.at))::float8 * $3::float8)`;

// One atomic statement. It returns no row and takes nothing when there are too few tokens.
const TAKE_TOKENS_SQL = `
  insert into rate_limit as r (name, tokens, at) values ($1, $2::float8 - $4::float8, now())
  on conflict (name) do update set tokens = ${level('r')} - $4, at = now() where ${level('r')} >= $4
  returning 1`;
const LEVEL_SQL = `select ${level('r')} as level from rate_limit r where name = $1`;

/** Takes `count` tokens. Returns undefined, or the seconds to wait when there are too few. */
export const takeTokens = async (
  db: Queryable,
  { name, perSecond, burst }: Bucket,
  count = 1,
): Promise<number | undefined> => {
  const taken = await db.query(TAKE_TOKENS_SQL, [name, burst, perSecond, count], 'rate_limit_take');
  if (taken.length > 0) return undefined;
  const [row] = await db.query<{ level: number }>(LEVEL_SQL, [name, burst, perSecond]);
  return Math.max(1, Math.ceil((count - (row?.level ?? 0)) / perSecond));
};

/** Returns tokens to the bucket, up to its capacity. */
export const refundTokens = async (db: Queryable, name: string, count: number): Promise<void> => {
  await db.query('update rate_limit set tokens = tokens + $2 where name = $1', [name, count]);
};

export const pruneRateLimits = async (db: Queryable): Promise<void> => {
  await db.query(`delete from rate_limit where at < now() - interval '1 day'`);
};
