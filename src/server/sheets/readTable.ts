// Reader of tables, run by readerProcess.ts. Detects the format by the content of the file, not by its name.

import { open, stat } from 'node:fs/promises';
import type { ReadFileOf } from 'src/server/fileReader/readRequest.ts';
import { collectTable } from 'src/server/sheets/collectTable.ts';
import { isPlaces, knownContent } from 'src/server/sheets/fileContent.ts';
import { readJsonTable } from 'src/server/sheets/readJsonTable.ts';
import { SHEET_BOUNDS, SheetError, type RawTable, type SheetChoices } from 'src/server/sheets/Sheet.ts';
import { textEncoding } from 'src/server/sheets/textEncoding.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

const HEAD_BYTES = 65_536;

/** Returns the first bytes of a file. */
export const sheetHead = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Loads only the libraries of the format: they take most of the time in which a process starts. */
export const rawTable = async (path: string, choices: SheetChoices): Promise<RawTable> => {
  const head = await sheetHead(path);
  if (isPlaces(head)) return await (await import('src/server/sheets/placesTable.ts')).readPlacesTable(path, choices);
  if (knownContent(head) === 'zip')
    return await (await import('src/server/sheets/readWorkbook.ts')).readZip(path, choices);
  const text = await textEncoding({ head, path }, choices.encoding);
  const start = text.decodeHead(head);
  if (/^\s*[[{]/u.test(start)) return await readJsonTable(path, text);
  return (await import('src/server/sheets/readDelimited.ts')).readDelimited({ path, text, start }, choices);
};

export const readTable: ReadFileOf<SheetChoices> = async (path, choices, write) => {
  const { size } = await stat(path);
  if (size === 0) throw new SheetError('empty');
  const { fileBytes } = SHEET_BOUNDS;
  if (size > fileBytes) throw new SheetError('tooLarge', { params: { max: fileBytes / MEBIBYTE } });
  return await collectTable(await rawTable(path, choices), choices, write);
};
