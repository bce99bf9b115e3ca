// Decides which process fills an empty site, because two may start at once on a new database.

import type { Queryable } from 'src/server/store/database.ts';

/** Returns true once, for a database without items. */
export const claimEmptySite = async (db: Queryable): Promise<boolean> => {
  const claimed = await db.query(
    `insert into site_secret (name, value) select 'sample', 'claimed' where not exists (select 1 from item)
     on conflict (name) do nothing returning 1`,
  );
  return claimed.length > 0;
};

/** Releases the claim after a failure, so that the next start can try again if nothing was written. */
export const releaseEmptySite = async (db: Queryable): Promise<void> => {
  await db.query(`delete from site_secret where name = 'sample'`);
};
