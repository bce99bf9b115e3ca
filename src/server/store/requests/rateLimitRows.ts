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
// The order of the names prevents deadlocks between processes.
const TAKE_FROM_EACH_SQL = `
  insert into rate_limit as r (name, tokens, at)
  select each, $2::float8 - $4::float8, now() from unnest($1::text[]) each order by each
  on conflict (name) do update set tokens = ${level('r')} - $4, at = now() where ${level('r')} >= $4
  returning name`;
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

/** Takes `count` tokens from each of the buckets. Returns the names of those that had enough. */
export const takeFromEach = async (
  db: Queryable,
  names: readonly string[],
  { perSecond, burst, count }: Omit<Bucket, 'name'> & { readonly count: number },
): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    TAKE_FROM_EACH_SQL,
    [names, burst, perSecond, count],
    'rate_limit_take_each',
  );
  return rows.map(({ name }) => name);
};

/** Returns tokens to the bucket, up to its capacity. */
export const refundTokens = async (db: Queryable, name: string, count: number): Promise<void> => {
  await db.query('update rate_limit set tokens = tokens + $2 where name = $1', [name, count]);
};

export const pruneRateLimits = async (db: Queryable): Promise<void> => {
  await db.query(`delete from rate_limit where at < now() - interval '1 day'`);
};
