// State of the database for administrators of the site. Called by state/siteState.ts.

import { readMigrations } from 'src/server/store/migrate.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface DatabaseState {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly mostConnections: number;
  readonly migrations: number;
  /** Number of migrations that this program contains. */
  readonly knownMigrations: number;
}

/** The files do not change while a process runs. */
let known: Promise<number> | undefined;
const knownMigrations = (): Promise<number> => (known ??= readMigrations().then(({ length }) => length));

export const databaseState = async (db: Queryable): Promise<DatabaseState> => {
  const [row] = await db.query<Omit<DatabaseState, 'knownMigrations'>>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      (select sum(numbackends)::int from pg_stat_database) as connections,
      current_setting('max_connections')::int as "mostConnections", (select count(*)::int from migration) as migrations`,
  );
  if (!row) throw new Error('The database returned no state');
  return { ...row, knownMigrations: await knownMigrations() };
};

/** Returns the response time in milliseconds, and by how much the database's clock is ahead of this process's. */
export const pingDatabase = async (db: Queryable): Promise<{ readonly took: number; readonly ahead: number }> => {
  const begun = performance.now();
  const sent = Date.now();
  const [row] = await db.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
  const took = performance.now() - begun;
  return { took, ahead: (row?.now ?? sent) - (sent + took / 2) };
};
