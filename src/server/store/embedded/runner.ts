// Who runs PostgreSQL's programs. They refuse to run as root, so root runs them as the unprivileged user `nobody`.

import { execFile, type SpawnOptions } from 'node:child_process';
import { chmod, chown, lchown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `nobody` on every platform of the packages. */
const UNPRIVILEGED = 65534;

export interface Runner {
  /** Undefined: the programs run as this process's own user. */
  readonly uid: number | undefined;
}

export const currentRunner = (): Runner => ({ uid: process.getuid?.() === 0 ? UNPRIVILEGED : undefined });

export const spawnAs = ({ uid }: Runner): Pick<SpawnOptions, 'uid' | 'gid'> =>
  uid === undefined ? {} : { uid, gid: uid };

export const giveTo = async ({ uid }: Runner, path: string): Promise<void> => {
  if (uid === undefined) return;
  await lchown(path, uid, uid);
  const { isDirectory } = await stat(path).then((found) => ({ isDirectory: found.isDirectory() }));
  if (!isDirectory) return;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(runnerOf(uid), inner);
    else await lchown(inner, uid, uid);
  }
};

const runnerOf = (uid: number): Runner => ({ uid });

/** A folder that only the runner can enter. */
export const makePrivateFolder = async (runner: Runner, path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (runner.uid !== undefined) await chown(path, runner.uid, runner.uid);
};

/** The data folder is ours: let the runner pass through it, though not look into it. */
export const letPass = async (runner: Runner, path: string): Promise<void> => {
  await mkdir(path, { recursive: true });
  if (runner.uid !== undefined) await chmod(path, (await stat(path)).mode | 0o011);
};

/** Runs a program to its end; the error holds what it printed. */
export const runProgram = async (runner: Runner, file: string, args: readonly string[]): Promise<void> => {
  try {
    await promisify(execFile)(file, [...args], {
      ...spawnAs(runner),
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_MESSAGES: 'C' },
    });
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown };
    if (code === 'EACCES') {
      throw new Error(
        `PostgreSQL runs as uid ${runner.uid} because the server was started as root, but ${file} is not reachable for that user. ` +
          'Choose a DATA_DIR outside of private folders such as /root, or start the server as an ordinary user.',
        { cause: error },
      );
    }
    throw new Error(`${file} failed: ${stderr.trim() || String(error)}`, { cause: error });
  }
};
