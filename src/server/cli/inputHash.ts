// One hash of everything that the build reads. It tells `npm start` whether dist/ is up to date, and an open page whether its server runs
// another build. Called by build.ts and vite.config.ts. It must not use clocks or file times: a fresh clone has to give the same hash.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const buildInputs = ['src', 'docs/exhibits', 'vite.config.ts', 'package.json', 'package-lock.json'];

const inputFiles = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Hex SHA-256 over names and contents of the build's inputs below `root`. */
export const inputHash = (root: string): string => {
  const paths = buildInputs.flatMap((input) => {
    const path = join(root, input);
    return input.includes('.') ? [path] : inputFiles(path);
  });
  const hash = createHash('sha256');
  for (const path of paths.filter((path) => existsSync(path)).toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
};
