// Folder of the data of this installation, and the places in it that several modules know.

import { join, resolve } from 'node:path';

/** Returns the folder that the environment names; an empty value counts as none. */
export const dataDirOf = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  resolve(DATA_DIR === undefined || DATA_DIR === '' ? './data' : DATA_DIR);

/** Returns the folder of the snapshots of the search index. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'search');
