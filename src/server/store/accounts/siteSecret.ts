// Secrets of the site that every process on the database shares. Made once, on first use, by whoever comes first.

import { randomBytes } from 'node:crypto';
import type { Queryable } from 'src/server/store/database.ts';

/** 32 random bytes under the name. */
export const secret = async (db: Queryable, name: string): Promise<Buffer> => {
  await db.query('insert into site_secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await db.query<{ value: string }>('select value from site_secret where name = $1', [name]);
  return Buffer.from(row?.value ?? '', 'base64');
};
