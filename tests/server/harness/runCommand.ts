// Runs a command of the server as an operator does: as a process, with its exit code and what it prints.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addressOf } from 'tests/server/harness/addressOf.ts';
import type { TestDatabase } from 'tests/server/harness/testDatabase.ts';

const main = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));

export interface CommandResult {
  readonly code: unknown;
  readonly output: string;
  readonly errors: string;
}

interface CommandPlace {
  /** Database server; without it, the command uses the embedded database of the data folder. */
  readonly connection?: TestDatabase['connection'];
  /** Size of the largest file that the system lets the command write. */
  readonly megabytes?: number | undefined;
}

/** The unit of `ulimit -f` is 512 bytes. */
const UNITS_PER_MEGABYTE = 2_048;

/** Starts the command as a process. */
export const startCommand = ({ connection, megabytes }: CommandPlace, dataDir: string, args: readonly string[]) => {
  const limit = megabytes === undefined ? 'unlimited' : String(megabytes * UNITS_PER_MEGABYTE);
  const { DATABASE_URL: _given, ...inherited } = process.env;
  const database = connection && { DATABASE_URL: addressOf(connection) };
  const program = [process.execPath, '--import', 'tsx', main, ...args];
  return spawn('sh', ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...program], {
    env: { ...inherited, ...database, DATA_DIR: dataDir, SAMPLE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

export const runCommand = async (
  test: CommandPlace,
  dataDir: string,
  args: readonly string[],
): Promise<CommandResult> => {
  const child = startCommand(test, dataDir, args);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, output, errors };
};
