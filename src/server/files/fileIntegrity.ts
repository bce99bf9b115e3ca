// Checks that a file still has the content of its name, which is the SHA-256 of the content. Called by files.ts before a file is sent.
// Reads a file once per process, and again when the file system reports a change.

import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileSha256 } from 'src/server/sha256.ts';

interface Checked {
  readonly identity: string;
  readonly right: Promise<boolean>;
  settled: boolean | undefined;
}

export interface Integrity {
  /** Size of the file; undefined when it is missing, or known to be another than its name says. */
  sizeOf(path: string, fileID: string): Promise<number | undefined>;
}

/** A larger file is sent while it is read for the first time, because hashing it takes longer than a person waits. */
const WAIT_FOR_BYTES = 32 * 2 ** 20;
const MAX_CHECKED = 10_000;

const identityOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => [size, mtimeMs, ctimeMs, ino].join(' ');

export const createIntegrity = (onAltered: (fileID: string) => void): Integrity => {
  const checked = new Map<string, Checked>();

  const check = (path: string, fileID: string, identity: string): Checked => {
    const known = checked.get(path);
    if (known?.identity === identity) return known;
    const right = fileSha256(path).then((digest) => digest === fileID);
    const checking: Checked = { identity, right, settled: undefined };
    right.then(
      (answer) => {
        checking.settled = answer;
        if (!answer) onAltered(fileID);
      },
      // Reading failed; the next reader gets the error.
      () => checked.delete(path),
    );
    checked.set(path, checking);
    for (const oldest of checked.keys()) {
      if (checked.size <= MAX_CHECKED) break;
      checked.delete(oldest);
    }
    return checking;
  };

  return {
    async sizeOf(path, fileID) {
      const stats = await stat(path).catch(() => undefined);
      if (!stats?.isFile()) return undefined;
      const { right, settled } = check(path, fileID, identityOf(stats));
      const good = settled ?? (stats.size <= WAIT_FOR_BYTES ? await right : true);
      return good ? stats.size : undefined;
    },
  };
};
