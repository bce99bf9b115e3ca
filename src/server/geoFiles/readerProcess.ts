// Process that reads one geographic file and exits: without network, in its own folder, with limited memory. Started and stopped by
// geoFiles.ts, which validates its output.

import 'src/server/geoFiles/closeNetwork.ts';
import { closeSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { closeFiles } from 'src/server/geoFiles/closeFiles.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type GeoRow,
  type ReadAnswer,
  type ReadRequest,
} from 'src/server/geoFiles/geoFile.ts';

const FLUSH_SIGNS = 1_048_576;

/** Writes lines in large chunks. */
const createLines = (path: string) => {
  const fd = openSync(path, 'w', 0o600);
  let waiting = '';
  let written = 0;
  const flush = (): void => {
    written += waiting.length;
    if (written > READ_BOUNDS.rowSigns) throw new GeoFileError('tooMuch');
    writeSync(fd, waiting);
    waiting = '';
  };
  return {
    write(row: GeoRow): void {
      waiting += `${JSON.stringify(row)}\n`;
      if (waiting.length > FLUSH_SIGNS) flush();
    },
    end(): void {
      flush();
      closeSync(fd);
    },
  };
};

const answerTo = async ({ path, rowsPath, crs, encoding }: ReadRequest): Promise<ReadAnswer> => {
  try {
    // Imported after the network was closed.
    const { readByContent } = await import('src/server/geoFiles/readByContent.ts');
    const { checkRows } = await import('src/server/geoFiles/checkRows.ts');
    closeFiles();
    const lines = createLines(rowsPath);
    const summary = checkRows(await readByContent(path, { crs, encoding }), lines.write);
    lines.end();
    return { summary };
  } catch (error) {
    if (error instanceof GeoFileError) return { refusal: error.refusal };
    process.stderr.write(String(error instanceof Error ? error.stack : error));
    return { refusal: new GeoFileError('damaged').refusal };
  }
};

process.once('disconnect', () => process.exit(0));
process.once('message', (request) => {
  void answerTo(request as ReadRequest).then((answer) => process.send?.(answer, () => process.disconnect()));
});
