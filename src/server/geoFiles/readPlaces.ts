// Reader of geographic files, run by readerProcess.ts.

import type { ReadFileOf } from 'src/server/fileReader/readRequest.ts';
import { checkRows } from 'src/server/geoFiles/checkRows.ts';
import { closeFiles } from 'src/server/geoFiles/closeFiles.ts';
import type { ReadOptions } from 'src/server/geoFiles/geoFile.ts';
import { readByContent } from 'src/server/geoFiles/readByContent.ts';

export const readPlaces: ReadFileOf<ReadOptions> = async (path, options, write) => {
  closeFiles();
  return checkRows(await readByContent(path, options), write);
};
