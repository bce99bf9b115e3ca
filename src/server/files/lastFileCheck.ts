// Result of the last check of the stored files. It is stored in the same folder, because another machine may have other copies. Written by
// checkFiles.ts, shown to administrators by state/siteState.ts.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from 'src/base/isRecord.ts';

export type LastFileCheck = {
  /** The time at which the check ended, in milliseconds. */
  readonly at: number;
  readonly checked: number;
  /** Files whose bytes are not those of their name. */
  readonly altered: readonly string[];
};

const LAST_CHECK_FILE = 'last-check.json';

/** Whole or not at all. */
export const writeLastFileCheck = async (dir: string, check: LastFileCheck): Promise<void> => {
  const path = join(dir, LAST_CHECK_FILE);
  await writeFile(`${path}.new`, JSON.stringify(check));
  await rename(`${path}.new`, path);
};

/** Undefined before the first check. */
export const readLastFileCheck = async (dir: string): Promise<LastFileCheck | undefined> => {
  const found: unknown = JSON.parse(await readFile(join(dir, LAST_CHECK_FILE), 'utf8').catch(() => 'null'));
  return isRecord(found) ? (found as LastFileCheck) : undefined;
};
