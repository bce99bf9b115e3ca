// Writes the rows of a file as lines of JSON, in large chunks and up to a limit.

import { closeSync, openSync, writeSync } from 'node:fs';

const FLUSH_SIGNS = 1_048_576;

export interface RowLines {
  write(row: object): void;
  end(): void;
}

/** `refuse` throws; it is called when the rows exceed the limit. */
export const createRowLines = (path: string, maxSigns: number, refuse: () => never): RowLines => {
  const fd = openSync(path, 'w', 0o600);
  let waiting = '';
  let written = 0;
  const flush = (): void => {
    written += waiting.length;
    if (written > maxSigns) refuse();
    writeSync(fd, waiting);
    waiting = '';
  };
  return {
    write(row) {
      waiting += `${JSON.stringify(row)}\n`;
      if (waiting.length > FLUSH_SIGNS) flush();
    },
    end() {
      flush();
      closeSync(fd);
    },
  };
};
