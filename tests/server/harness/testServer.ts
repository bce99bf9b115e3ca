// The PostgreSQL that startTestServer.ts has started for all database tests of a run. Called by testDatabase.ts.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import type {} from 'tests/server/harness/startTestServer.ts';

/** Connection settings of a maintenance database on the shared server. */
export const testServer = (): pg.ClientConfig => inject('testServer').connection;

/** A name for a database that goes with the run. */
export const databaseName = (rest = randomBytes(6).toString('hex')): string => `${inject('testServer').prefix}${rest}`;

/** The same server, another database. */
export const onDatabase = ({ connectionString, ...config }: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (connectionString === undefined) return { ...config, database };
  // Not by URL: an address of a unix socket has no host between its slashes, which URL refuses.
  return { connectionString: connectionString.replace(/^([a-z]+:\/\/[^/]*)\/?[^?]*/, `$1/${database}`) };
};
