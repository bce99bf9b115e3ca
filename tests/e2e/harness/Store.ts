// Data store of a server under test: a folder for the embedded database, or a database on a real server (DATABASE_URL).
// globalSetup.ts creates it once with the sample community. Each test file gets a copy, so it sees no changes of other files.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type Store =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'database'; readonly folder: string; readonly url: string };

// The name is short because the path of a unix socket inside it may have at most 103 bytes.
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'kk-'));

const maintain = async <Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Runs a statement in the database of a running server and returns the rows. */
export const queryStore = <Row extends pg.QueryResultRow>(store: Store, statement: string): Promise<Row[]> => {
  if (store.kind !== 'database') throw new Error('the store of a browser test is a database');
  return maintain<Row>(store.url, statement);
};

const databaseName = (url: string): string => new URL(url).pathname.slice(1);

const newDatabase = async (base: string, template?: string): Promise<string> => {
  const name = `kk_e2e_${randomBytes(6).toString('hex')}`;
  await maintain(base, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return Object.assign(new URL(base), { pathname: `/${name}` }).href;
};

/** Creates an empty store: embedded, unless `databaseUrl` names a server whose role may create databases. */
export const emptyStore = async (databaseUrl: string | undefined): Promise<Store> => {
  const folder = newFolder();
  if (databaseUrl === undefined || databaseUrl === '') return { kind: 'folder', folder };
  return { kind: 'database', folder, url: await newDatabase(databaseUrl) };
};

/** Copies the content of a folder. `cp -a` keeps the owner of the database files, which Node's copy does not. */
export const copyFolder = (from: string, to: string): void => {
  execFileSync('cp', ['-a', `${from}/.`, to]);
};

/** Copies a store whose server has stopped. */
export const copyStore = async (from: Store, databaseUrl: string | undefined): Promise<Store> => {
  const folder = newFolder();
  copyFolder(from.folder, folder);
  if (from.kind === 'folder') return { kind: 'folder', folder };
  return { kind: 'database', folder, url: await newDatabase(databaseUrl ?? from.url, databaseName(from.url)) };
};

export const removeStore = async (store: Store, databaseUrl: string | undefined): Promise<void> => {
  rmSync(store.folder, { recursive: true, force: true });
  if (store.kind === 'database' && databaseUrl !== undefined) {
    await maintain(databaseUrl, `drop database if exists ${databaseName(store.url)} with (force)`);
  }
};

/** Resets the rate limits, so that the requests of one test do not count for the next. */
export const forgetRates = async (store: Store): Promise<void> => {
  if (store.kind === 'database') await maintain(store.url, 'delete from rate_limit');
};

/** Returns the environment that makes a server use the store. */
export const environmentOf = (store: Store): Record<string, string> => ({
  DATA_DIR: store.folder,
  ...(store.kind === 'database' ? { DATABASE_URL: store.url } : {}),
});
