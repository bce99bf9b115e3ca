// Checks whether the database accepts writes. Called by healthRoutes.

import type { Database } from 'src/server/store/database.ts';

/** Rewrites one row. It fails on a read-only replica, but not on a full disk, because the row fits into its page. */
const REWRITE = `insert into rate_limit as r (name, tokens, at) values ('readyz', 0, now())
  on conflict (name) do update set at = now()`;

/**
 * Sorts rows that exceed the smallest working memory, so that PostgreSQL writes about 1 MB to a temporary file. One statement outside of a
 * transaction, because transactions queue when the server is busy. The rows depend on the setting, so it is made first; it ends with the
 * statement.
 */
const SPILL = `with memory as materialized (select set_config('work_mem', '64kB', true) as size)
  select count(*) from memory, lateral generate_series(1, 50000 + 0 * length(size))`;

/** Throws when the database accepts no writes, or when its disk has no space to extend a file. */
export const probeWrites = async (database: Database): Promise<void> => {
  await database.query(REWRITE, [], 'health.write');
  await database.query(SPILL);
};
