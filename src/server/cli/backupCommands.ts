// `node dist/server/main.js backup --to FOLDER` and `restore --from FOLDER`: copy the database and the files of a site, next to a running
// server, and put them into an empty installation.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { restoreBackup } from 'src/server/backup/restoreBackup.ts';
import { writeBackup, type BackupProgress, type WrittenBackup } from 'src/server/backup/writeBackup.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Config } from 'src/server/config.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import type { OpenDatabase } from 'src/server/store/openDatabase.ts';

export interface DataCommand {
  readonly config: Pick<Config, 'dataDir'>;
  readonly registry: ServerRegistry;
  /** Version of the product. */
  readonly version: string;
  /** Opens the database without changing it. */
  open(): Promise<OpenDatabase>;
  print(line: string): void;
}

const folderFrom = (
  args: readonly string[],
  command: string,
  name: 'to' | 'from',
): { folder: string; reread: boolean } => {
  try {
    const options = { [name]: { type: 'string' }, reread: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const folder = values[name];
    if (typeof folder !== 'string' || folder === '') throw new Error(`it needs --${name} FOLDER`);
    return { folder, reread: values['reread'] === true };
  } catch (error) {
    throw new UsageError(`${command}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

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
  const { folder: to, reread } = folderFrom(args, 'backup', 'to');
  const { config, registry, version: product, print } = command;
  const { connection } = await command.open();
  const files = join(config.dataDir, 'files');
  const written = await writeBackup({ connection, files, to, registry, product, reread, report: printProgress(print) });
  print(summaryOf(written, join(to, written.name)));
  const { missing } = written.manifest.files;
  if (missing.length > 0)
    throw new BackupRefusal(
      'incomplete',
      `The backup lacks ${missing.length} files that records name, because they are missing or damaged in ${files}: ${missing.slice(0, 5).join(', ')}.`,
    );
};

export const runRestore = async (command: DataCommand, args: readonly string[]): Promise<void> => {
  const { folder: from } = folderFrom(args, 'restore', 'from');
  const { config, registry, version: product, print } = command;
  const { database, connection } = await command.open();
  const { path, manifest } = await restoreBackup({
    ...{ database, connection, from, registry, product },
    files: join(config.dataDir, 'files'),
    prepareQueue: () => migrateJobQueue(connection),
    report: print,
  });
  print(`${path} of ${manifest.at} is restored. Everyone signs in again.`);
};
