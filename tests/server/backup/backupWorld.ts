// A toy world with files, a folder for its backups, and the means to restore them into an empty installation and to compare both.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Json } from 'src/model/item/Item.ts';
import { restoreBackup, type RestoreOptions } from 'src/server/backup/restoreBackup.ts';
import { writeBackup, type BackupOptions, type WrittenBackup } from 'src/server/backup/writeBackup.ts';
import { filesIn, foldersIn } from 'src/server/files/sweepFiles.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { fileSha256 } from 'src/server/sha256.ts';
import { ownTables } from 'src/server/store/backup/ownTables.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { emptyTestDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import type { World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

export const PRODUCT = '1.4.0';

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'keeper-backup-'));

export const backUp = (world: World, to: string, more: Partial<BackupOptions> = {}): Promise<WrittenBackup> =>
  writeBackup({
    ...{ database: world.services.database, files: join(world.dataDir, 'files'), to, registry, product: PRODUCT },
    report: () => undefined,
    ...more,
  });

export interface Installation {
  readonly test: TestDatabase;
  readonly dataDir: string;
  restore(from: string, more?: Partial<RestoreOptions>): Promise<unknown>;
  remove(): Promise<void>;
}

/** A machine with an empty database and an empty folder. */
export const emptyInstallation = async (): Promise<Installation> => {
  const test = await emptyTestDatabase();
  const dataDir = await temporaryFolder();
  const { database, connection } = test;
  return {
    test,
    dataDir,
    restore: (from, more = {}) =>
      restoreBackup({
        ...{ database, files: join(dataDir, 'files'), from, registry, product: PRODUCT },
        prepareQueue: () => migrateJobQueue(connection),
        report: () => undefined,
        ...more,
      }),
    async remove() {
      await test.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Stores content and attaches it to a new book. Returns the id of the file. */
export const attachContent = async ({ services, ids }: World, content = randomBytes(5_000)): Promise<string> => {
  const { fileID, size } = await services.files.put(content);
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const insert = (type: string, values: Readonly<Record<string, Json>>) =>
    services.database.transaction((tx) => services.items.insert(tx, type, values, by));
  const { id } = await insert('Book', { title: `With ${fileID.slice(0, 8)}`, shelf: ids['shelf'] ?? '' });
  await insert('Attachment', { rel: id, originalName: 'a.bin', filetype: 'application/pdf', fileID, size });
  return fileID;
};

/** Returns a checksum of the rows of each table, independent of their order on the disk. */
export const rowChecksums = async (db: Queryable): Promise<Readonly<Record<string, string>>> => {
  const { lasting } = await ownTables(db);
  const sums: Record<string, string> = {};
  for (const { name } of lasting) {
    const [row] = await db.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(x::text, 0)::numeric), 0) as sum from ${name} x`,
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
};

/** Returns the SHA-256 of the bytes of each stored file, by the name of the file. */
export const fileChecksums = async (files: string): Promise<Readonly<Record<string, string>>> => {
  const sums: Record<string, string> = {};
  for (const part of await foldersIn(files))
    for (const path of [...(await filesIn(part)).values()].flat()) sums[basename(path)] = await fileSha256(path);
  return sums;
};
