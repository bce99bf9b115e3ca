// Secrets of the site, shared by all processes on the database. Created on first use by the first process.

import { randomBytes } from 'node:crypto';
import type { Queryable } from 'src/server/store/database.ts';

/** Returns the 32 random bytes with this name. */
export const secret = async (db: Queryable, name: string): Promise<Buffer> => {
  await db.query('insert into site_secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await db.query<{ value: string }>('select value from site_secret where name = $1', [name]);
  return Buffer.from(row?.value ?? '', 'base64');
};
