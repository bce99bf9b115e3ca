// `node dist/server/main.js backup --to FOLDER` and `restore --from FOLDER`: copy the database and the files of a site, next to a running
// server, and put them into an empty installation.

import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { createBackups } from 'src/server/backup/backups.ts';
import { restoreBackup } from 'src/server/backup/restoreBackup.ts';
import type { Retention } from 'src/server/backup/retention.ts';
import type { BackupProgress, WrittenBackup } from 'src/server/backup/writeBackup.ts';
import { neededFolder, parsedBy, TEXT_OPTION } from 'src/server/cli/commandOptions.ts';
import type { Config } from 'src/server/config.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import type { OpenDatabase } from 'src/server/store/openDatabase.ts';

export interface DataCommand {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'settings'>;
  readonly registry: ServerRegistry;
  /** Version of the product. */
  readonly version: string;
  /** Opens the database without changing it. */
  open(): Promise<OpenDatabase>;
  print(line: string): void;
}

/** Reads `7,4,12`: the number of days, weeks and months of which a backup is kept. */
const retentionFrom = (text: string): Retention => {
  const [, daily, weekly, monthly] = /^(\d{1,4}),(\d{1,4}),(\d{1,4})$/.exec(text) ?? [];
  if (daily === undefined) throw new Error('--keep is written as DAYS,WEEKS,MONTHS, such as 7,4,12');
  return { daily: Number(daily), weekly: Number(weekly), monthly: Number(monthly) };
};

const backupOptions = (args: readonly string[]) =>
  parsedBy('backup', () => {
    const options = { to: TEXT_OPTION, keep: TEXT_OPTION, reread: { type: 'boolean' } } as const;
    const { to, keep, reread = false } = parseArgs({ args: [...args], options }).values;
    return { to: neededFolder(to, '--to'), retention: keep === undefined ? undefined : retentionFrom(keep), reread };
  });

const restoreOptions = (args: readonly string[]) =>
  parsedBy('restore', () => {
    const { from } = parseArgs({ args: [...args], options: { from: TEXT_OPTION } }).values;
    return { from: neededFolder(from, '--from') };
  });

const PRINT_EVERY_MS = 2_000;
const PARTS: Readonly<Record<BackupProgress['part'], string>> = {
  rows: 'rows',
  files: 'files',
  check: 'parts checked',
};

/** Prints a line when a part is complete, and every two seconds while one takes longer. */
const printProgress = (print: (line: string) => void): ((progress: BackupProgress) => void) => {
  let last = Date.now();
  return ({ part, done, of }) => {
    if (of === 0 || (done < of && Date.now() - last < PRINT_EVERY_MS)) return;
    last = Date.now();
    print(`${done} of ${of} ${PARTS[part]}`);
  };
};

const megabytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

const summaryOf = ({ manifest, copied }: WrittenBackup, path: string): string => {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { count, bytes } = manifest.files;
  return `${path} is complete: ${rows} rows and ${count} files (${megabytes(bytes)}), of which ${copied.count} files (${megabytes(copied.bytes)}) are new.`;
};

export const runBackup = async (command: DataCommand, args: readonly string[]): Promise<void> => {
  const { to, ...options } = backupOptions(args);
  const { config, registry, version: product, print } = command;
  // The server on the same machine comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { database } = await command.open();
  const files = join(config.dataDir, 'files');
  const { timeZone } = config.settings;
  const backups = createBackups({ allowed: [], database, registry, clock: systemClock, timeZone, files, product });
  const written = await backups.run({ cause: 'command', to, ...options, report: printProgress(print) });
  print(summaryOf(written, join(to, written.name)));
  const { missing } = written.manifest.files;
  if (missing.length > 0)
    throw new BackupRefusal(
      'incomplete',
      `The backup lacks ${missing.length} files that records name, because they are missing or damaged in ${files}: ${missing.slice(0, 5).join(', ')}.`,
    );
};

export const runRestore = async (command: DataCommand, args: readonly string[]): Promise<void> => {
  const { from } = restoreOptions(args);
  const { config, registry, version: product, print } = command;
  const { database, connection } = await command.open();
  const { path, manifest } = await restoreBackup({
    ...{ database, from, registry, product },
    files: join(config.dataDir, 'files'),
    isEmbedded: config.databaseUrl === undefined,
    prepareQueue: () => migrateJobQueue(connection),
    report: print,
  });
  print(`${path} of ${manifest.at} is restored. Everyone signs in again.`);
};
