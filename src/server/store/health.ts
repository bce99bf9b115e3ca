// Whether the database takes writes. Called by healthRoutes.

import type { Queryable } from 'src/server/store/database.ts';

/** One row, rewritten: fails when the disk is full, or when the server is a replica that only reads. */
export const probeWrites = async (db: Queryable): Promise<void> => {
  await db.query(
    `insert into rate_limit as r (name, tokens, at) values ('readyz', 0, now()) on conflict (name) do update set at = now()`,
    [],
    'health.write',
  );
};
