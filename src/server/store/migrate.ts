// Updates a database to the tables of this version: numbered SQL files, each run once, then a partition and indexes per declared type.
// Several processes may start at once. It never drops a partition: a removed type keeps its items.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { checkTrigrams, UnfitServer } from 'src/server/store/checkServer.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import { ensureFileIndex } from 'src/server/store/fileNames.ts';
import { ensurePartition } from 'src/server/store/partitions.ts';
import { isUniqueViolation } from 'src/server/store/queryable.ts';

// The build copies the folder next to the compiled server, at the same relative address.
const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE = /^(\d{6})_[a-z_]+\.sql$/;
const RACE_CODES = new Set(['42P07', '42710']);

const MIGRATION_TABLE = `create table if not exists migration (number int primary key, name text not null, at timestamptz not null default now())`;

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => FILE.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(FILE.exec(name)?.[1]),
      name,
      sql: await readFile(`${MIGRATIONS_FOLDER}${name}`, 'utf8'),
    })),
  );
};

// `if not exists` still fails for the second of two that run at once.
const makeMigrationTable = async (db: Queryable): Promise<void> => {
  await db.query(MIGRATION_TABLE).catch(async (error: unknown) => {
    if (!isUniqueViolation(error) && !RACE_CODES.has(String((error as { code?: unknown }).code))) throw error;
    await db.query(MIGRATION_TABLE);
  });
};

const runPending = async (tx: Transaction, migrations: readonly Migration[]): Promise<void> => {
  const done = new Set((await tx.query<{ number: number }>('select number from migration')).map((row) => row.number));
  const newest = Math.max(0, ...done);
  const [oldest] = migrations;
  if (newest > 0 && newest < (oldest?.number ?? 0))
    throw new UnfitServer(
      `an earlier trial version made it (migration ${newest}; this program begins with ${oldest?.number}). Start the last trial version on it once, or begin with an empty database`,
    );
  const known = migrations.at(-1)?.number ?? 0;
  if (newest > known)
    throw new Error(`The database is of a newer version (migration ${newest}; this program knows ${known}).`);
  for (const { number, name, sql } of migrations.filter((each) => !done.has(each.number))) {
    await tx.query(sql);
    await tx.query('insert into migration (number, name) values ($1, $2)', [number, name]);
  }
};

const registerTypes = async (tx: Transaction, registry: ServerRegistry): Promise<void> => {
  const known = new Map(
    (await tx.query<{ t: number; name: string }>('select t, name from item_type')).map((row) => [row.t, row.name]),
  );
  for (const type of Object.values(registry.types)) {
    const name = known.get(type.number);
    if (name !== undefined && name !== type.name) {
      throw new Error(`Type number ${type.number} belongs to ${name} in this database, but ${type.name} declares it.`);
    }
    if (name === undefined) await tx.query('insert into item_type (t, name) values ($1, $2)', [type.number, type.name]);
    await ensurePartition(tx, type);
  }
  await ensureFileIndex(tx, registry);
};

/** Runs the missing migrations up to a number and creates no partitions, for rows that were written by that version. */
export const migrateTo = async (database: Database, newest: number): Promise<void> => {
  await makeMigrationTable(database);
  const migrations = (await readMigrations()).filter(({ number }) => number <= newest);
  await database.transaction(
    async (tx) => {
      await tx.query('lock table migration in exclusive mode');
      await runPending(tx, migrations);
    },
    { unlimited: true },
  );
};

/** Runs the missing migrations. Resolves when the database fits the registry. */
export const migrate = async (database: Database, registry: ServerRegistry): Promise<void> => {
  await makeMigrationTable(database);
  const migrations = await readMigrations();
  await database.transaction(
    async (tx) => {
      await tx.query('lock table migration in exclusive mode');
      await runPending(tx, migrations);
      await checkTrigrams(tx);
      await registerTypes(tx, registry);
    },
    { unlimited: true },
  );
};
