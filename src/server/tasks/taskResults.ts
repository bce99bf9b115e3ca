// Files that tasks produce, each named by the key of its task, in their own folder. No item names them, and only the task's user can
// download them (tasks/taskRoute.ts). They are removed with the task.

import { PRIVATE_FOLDER, PRIVATE_FILE } from 'src/server/files/files.ts';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';

export interface TaskResults {
  put(key: string, content: Buffer | Readable): Promise<void>;
  /** Undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  read(key: string): Readable;
  remove(key: string): Promise<void>;
}

export const createTaskResults = (dir: string): TaskResults => {
  mkdirSync(dir, { recursive: true, mode: PRIVATE_FOLDER });
  const pathOf = (key: string): string => join(dir, key);
  /** Removes the unfinished files of processes that were killed or taken for dead. */
  const removeDrafts = async (key: string): Promise<void> => {
    const drafts = (await readdir(dir)).filter((name) => name.startsWith(`${key}.`));
    await Promise.all(drafts.map((name) => rm(pathOf(name), { force: true })));
  };
  return {
    async put(key, content) {
      const draft = pathOf(`${key}.${randomUUID()}`);
      try {
        await removeDrafts(key);
        await pipeline(
          Buffer.isBuffer(content) ? Readable.from([content]) : content,
          createWriteStream(draft, { flush: true, mode: PRIVATE_FILE }),
        );
        await rename(draft, pathOf(key));
      } finally {
        await rm(draft, { force: true });
      }
    },
    size: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: (key) => createReadStream(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await removeDrafts(key);
    },
  };
};
