// Calls back once per burst of changes to declarations, until it is stopped. Used by `gen --watch`.

import { watch as watchFolder } from 'node:fs';
import { join } from 'node:path';

const BURST = 150; // ms; an editor writes a file in several steps

export const watch = (root: string, folders: readonly string[], changed: () => Promise<unknown>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve<unknown>(undefined);
  const watchers = [...new Set(folders)].map((folder) =>
    watchFolder(join(root, folder), { recursive: true }, (_event, name) => {
      if (name?.endsWith('.json') !== true) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(changed);
      }, BURST);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};
