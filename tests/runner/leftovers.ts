// Finds and removes the remaining processes and folders of a test run. Every process of a run has the run's temporary directory as
// TMPDIR, so a process with that folder in its command, environment or working directory belongs to it. Called by tests/run.ts and sweep.ts.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** Caches of tools in the temporary directory; they are removed with the folder and are not errors. */
const TOOL_CACHE = /^(tsx-\d*|node-compile-cache|node-jiti|v8-compile-cache.*)$/;
const GRACE_MS = 5_000;
const POLL_MS = 50;

/** The path is short because a unix socket's path has at most 103 bytes, and accessible because PostgreSQL never runs as root. */
export const makeRunFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kk-'));
  chmodSync(folder, 0o711);
  return folder;
};

const readOr = (read: () => string): string => {
  try {
    return read();
  } catch {
    return ''; // ended meanwhile, or another user's
  }
};

const fromProc = (): { pid: number; command: string; marks: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const command = readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim());
      const environment = readOr(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
      const cwd = readOr(() => readlinkSync(`/proc/${pid}/cwd`));
      return { pid: Number(pid), command, marks: `${command}\n${environment}\n${cwd}` };
    });

const fromPs = (): { pid: number; command: string; marks: string }[] =>
  execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.slice(0, 120), marks: line }));

/** Returns the processes of the run, except this one and the named ones. */
export const processesOf = (folder: string, without: readonly number[] = []): Leftover[] =>
  (existsSync('/proc/self/environ') ? fromProc() : fromPs())
    .filter(({ pid, marks }) => marks.includes(folder) && pid !== process.pid && !without.includes(pid))
    .filter(({ command }) => command !== '') // a zombie has none
    .map(({ pid, command }) => ({ pid, command }));

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
};

const isPostgres = ({ command }: Leftover): boolean => /(^|\/)postgres\b/.test(command);

/** Ends the run's processes: PostgreSQL by its fast shutdown, which frees its shared memory, all others at once. */
const endProcesses = async (folder: string, without: readonly number[]): Promise<void> => {
  for (const each of processesOf(folder, without)) signal(each.pid, isPostgres(each) ? 'SIGQUIT' : 'SIGKILL');
  const deadline = Date.now() + GRACE_MS;
  for (let left = processesOf(folder, without); left.length > 0; left = processesOf(folder, without)) {
    if (Date.now() > deadline) for (const { pid } of left) signal(pid, 'SIGKILL');
    await pause(POLL_MS);
  }
};

/** Ends and removes all processes and files of the run; returns the unexpected ones. */
export const sweep = async (folder: string, without: readonly number[] = []): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const processes = processesOf(folder, without).map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`);
  await endProcesses(folder, without);
  const folders = readdirSync(folder).filter((name) => !TOOL_CACHE.test(name));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return [...processes, ...folders.map((name) => `in the temporary directory: ${name}`)];
};
