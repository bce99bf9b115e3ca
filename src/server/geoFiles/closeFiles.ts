// Blocks access to files after readerProcess.ts has loaded its own parts. A reference system may name a definition file by path, which the
// library would read completely: `/dev/zero` would fill the memory.

import type fileSystem from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { resolve, sep } from 'node:path';

const ofHere = createRequire(import.meta.url);

/** Allows only files of the libraries and of the process's folder from here on. */
export const closeFiles = (): void => {
  const folder = `${sep}node_modules${sep}`;
  const main = ofHere.resolve('mapshaper');
  const libraries = main.slice(0, main.lastIndexOf(folder) + folder.length);
  // A GeoPackage is read from a temporary file.
  const known = [libraries, `${resolve(tmpdir())}${sep}`];
  const files = ofHere('node:fs') as { readFileSync: typeof fileSystem.readFileSync };
  const { readFileSync } = files;
  const read = (path: Parameters<typeof readFileSync>[0], options: Parameters<typeof readFileSync>[1]) => {
    if (typeof path === 'string' && known.some((each) => resolve(path).startsWith(each)))
      return readFileSync(path, options);
    throw new Error('no file is read beside those of the libraries');
  };
  files.readFileSync = read as typeof readFileSync;
};
