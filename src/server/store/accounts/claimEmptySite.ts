// Who may fill an empty site: the first process that asks. Two may start at once on one new database.

import type { Queryable } from 'src/server/store/database.ts';

/** True once, for a database without any item. */
export const claimEmptySite = async (db: Queryable): Promise<boolean> => {
  const claimed = await db.query(
    `insert into site_secret (name, value) select 'sample', 'claimed' where not exists (select 1 from item)
     on conflict (name) do nothing returning 1`,
  );
  return claimed.length > 0;
};

/** After a failure: the next start may try again, if nothing was written. */
export const releaseEmptySite = async (db: Queryable): Promise<void> => {
  await db.query(`delete from site_secret where name = 'sample'`);
};
