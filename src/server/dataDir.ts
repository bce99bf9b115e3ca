// Folder of the data of this installation, and the places in it that several modules know.

import { join, resolve } from 'node:path';

/** Returns the folder that the environment names; an empty value counts as none. */
export const dataDirOf = (env: Readonly<Record<string, string | undefined>>): string => {
  const named = env['DATA_DIR'];
  return resolve(named === undefined || named === '' ? './data' : named);
};

/** Returns the folder of the snapshots of the search index. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'search');
