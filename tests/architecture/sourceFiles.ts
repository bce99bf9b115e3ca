// Lists the repository's own files for the architecture tests: paths from the root, and their text.
// Used by the tests of this folder. It must not omit a file silently, so all exclusions are listed here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const skipped = new Set(['node_modules', 'dist', 'data', '.cache', '.git']);

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(path);
    return [path];
  });

const below = (folder: string): string[] => {
  try {
    return walk(join(root, folder)).map((path) => relative(root, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

export const isGenerated = (path: string): boolean => /^src\/(?:(?:model|client)\/)?generated\//.test(path);

/** Returns every file below the folders, by path from the root. */
export const filesIn = (...folders: string[]): string[] => folders.flatMap(below).toSorted();

/** Returns TypeScript files below the folders; compiled output only on request. */
export const typescriptIn = (folders: string[], { generated = false } = {}): string[] =>
  filesIn(...folders).filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && (generated || !isGenerated(path)),
  );

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
