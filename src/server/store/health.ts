// Probes that tell whether the database takes writes. Called by healthRoutes.

import type { Database } from 'src/server/store/database.ts';

/** Rewrites one row. Fails on a replica that only reads. A full disk does not stop it: the row fits into the page that it is in. */
const REWRITE = `insert into rate_limit as r (name, tokens, at) values ('readyz', 0, now())
  on conflict (name) do update set at = now()`;

/**
 * Rows that do not fit into the smallest working memory, so that PostgreSQL writes about 1 MB of them to a temporary file. One statement outside
 * of a transaction: transactions wait in line while the server is busy. The rows depend on the setting, so it is made first; it ends with the
 * statement.
 */
const SPILL = `with memory as materialized (select set_config('work_mem', '64kB', true) as size)
  select count(*) from memory, lateral generate_series(1, 50000 + 0 * length(size))`;

/** Fails when the database takes no writes, or when its disk has no free bytes to extend a file. */
export const probeWrites = async (database: Database): Promise<void> => {
  await database.query(REWRITE, [], 'health.write');
  await database.query(SPILL);
};
