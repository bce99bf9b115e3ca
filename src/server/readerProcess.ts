// Process that reads one uploaded file and exits: without network, in its own folder, with limited memory. Started and stopped by
// fileReader/fileReader.ts, which validates its output.

import 'src/server/fileReader/closeNetwork.ts';
import process from 'node:process';
import { FileRefused } from 'src/server/fileReader/fileRefused.ts';
import {
  PROCESS_BOUNDS,
  processRefusal,
  type ReadAnswer,
  type ReaderName,
  type ReadFileOf,
  type ReadRequest,
} from 'src/server/fileReader/readRequest.ts';
import { createRowLines } from 'src/server/fileReader/rowLines.ts';

/** Each reader is imported after the network was closed. */
const READERS: Readonly<Record<ReaderName, () => Promise<ReadFileOf<never>>>> = {
  geoFile: async () => (await import('src/server/geoFiles/readPlaces.ts')).readPlaces,
  sheet: async () => (await import('src/server/sheets/readTable.ts')).readTable,
  tables: async () => (await import('src/server/sheets/readTables.ts')).readTables,
  transcript: async () => (await import('src/server/transcripts/readTranscript.ts')).readTranscriptFile,
};

const answerTo = async ({ reader, path, options, rowsPath }: ReadRequest<never>): Promise<ReadAnswer> => {
  try {
    const readFile = await READERS[reader]();
    const lines = createRowLines(rowsPath, PROCESS_BOUNDS.rowSigns, () => {
      throw new FileRefused(processRefusal(reader, 'tooMuch'));
    });
    const summary = await readFile(path, options, lines.write);
    lines.end();
    return { summary };
  } catch (error) {
    if (error instanceof FileRefused) return { refusal: error.refusal };
    process.stderr.write(String(error instanceof Error ? error.stack : error));
    return { refusal: processRefusal(reader, 'damaged') };
  }
};

process.once('disconnect', () => process.exit(0));
process.once('message', (request) => {
  void answerTo(request as ReadRequest<never>).then((answer) => process.send?.(answer, () => process.disconnect()));
});
