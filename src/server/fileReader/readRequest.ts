// Messages between the server (fileReader.ts) and the process that reads one file (readerProcess.ts).

import type { FileRefusal } from 'src/server/fileReader/fileRefused.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

/** Name of a reader. */
export type ReaderName = 'geoFile' | 'sheet' | 'tables' | 'transcript';

export interface ReadRequest<Options = unknown> {
  readonly reader: ReaderName;
  readonly path: string;
  readonly options: Options;
  /** File for the rows, one JSON text per line. */
  readonly rowsPath: string;
}

export type ReadAnswer = { readonly summary: unknown } | { readonly refusal: FileRefusal };

/** Reads the file and writes its rows. Returns a summary, which is sent to the server as JSON. */
export type ReadFileOf<Options> = (path: string, options: Options, write: (row: object) => void) => Promise<unknown>;

export const PROCESS_BOUNDS = {
  heapMebibytes: 1_024,
  /** Limit of the output on disk. A small file can repeat one value for each row. */
  rowSigns: 512 * MEBIBYTE,
} as const;

export const processRefusal = (reader: ReaderName, key: 'damaged' | 'tooMuch' | 'tooSlow'): FileRefusal => ({
  path: '/upload',
  // Readers of tables share their messages.
  message: `${reader === 'tables' ? 'sheet' : reader}.${key}`,
});
