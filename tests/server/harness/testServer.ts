// Access to the PostgreSQL that startTestServer.ts started for all database tests of a run. Called by testDatabase.ts.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import type {} from 'tests/server/harness/startTestServer.ts';

/** Connection settings of a maintenance database on the shared server. */
export const testServer = (): pg.ClientConfig => inject('testServer').connection;

/** Returns a name for a database that is removed with the run. */
export const databaseName = (rest = randomBytes(6).toString('hex')): string => `${inject('testServer').prefix}${rest}`;

/** Returns the settings of another database on the same server. */
export const onDatabase = ({ connectionString, ...config }: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (connectionString === undefined) return { ...config, database };
  // URL cannot parse the address of a unix socket, because it has no host between its slashes.
  return { connectionString: connectionString.replace(/^([a-z]+:\/\/[^/]*)\/?[^?]*/, `$1/${database}`) };
};
