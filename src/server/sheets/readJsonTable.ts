// Reads JSON: a list of records, or an object with one such list. Objects in a record become columns with dotted names, as in the paths of
// properties.

import { isRecord } from 'src/base/isRecord.ts';
import {
  SHEET_BOUNDS,
  SheetError,
  type RawTable,
  type SheetCell,
  type SheetRow,
  type SheetValue,
} from 'src/server/sheets/Sheet.ts';
import type { TextEncoding } from 'src/server/sheets/textEncoding.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

const MAX_PATH = 6;
const EXACT_DIGITS = 15;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])/gu;

/** Integers with more digits than a number can have become texts. */
const withExactNumbers = (text: string): string =>
  text.replaceAll(STRING_OR_NUMBER, (token) =>
    !token.startsWith('"') && token.replace('-', '').length > EXACT_DIGITS ? `"${token}"` : token,
  );

const wholeText = async (path: string, { decode }: TextEncoding): Promise<string> => {
  const { jsonBytes } = SHEET_BOUNDS;
  let text = '';
  for await (const part of decode(path)) {
    text += part;
    if (text.length > jsonBytes) throw new SheetError('jsonTooLarge', { params: { max: jsonBytes / MEBIBYTE } });
  }
  return text;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(withExactNumbers(text));
  } catch {
    throw new SheetError('notJson');
  }
};

const recordsIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  const lists = isRecord(value) ? Object.values(value).filter((each) => Array.isArray(each)) : [];
  const [list] = lists;
  if (!list || lists.length > 1) throw new SheetError('noRecords');
  return list;
};

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A geometry stays one value. */
const hasCoordinates = (value: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(value['coordinates']) || Array.isArray(value['geometries']);

const jsonCell = (value: unknown): SheetCell => {
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.every(isScalar)) return value satisfies readonly SheetValue[];
  return JSON.stringify(value);
};

/** Calls `add` for each value of the record by its path. */
const flatten = (record: Readonly<Record<string, unknown>>, add: (name: string, cell: SheetCell) => void): void => {
  const visit = (value: unknown, path: readonly string[]): void => {
    const isOpened = isRecord(value) && !hasCoordinates(value) && path.length < MAX_PATH;
    if (!isOpened) add(path.join('.'), jsonCell(value));
    else for (const [name, each] of Object.entries(value)) visit(each, [...path, name]);
  };
  for (const [name, value] of Object.entries(record)) visit(value, [name]);
};

export const readJsonTable = async (path: string, text: TextEncoding): Promise<RawTable> => {
  const records = recordsIn(parsed(await wholeText(path, text)));
  const columns = new Map<string, number>();
  const positionOf = (name: string): number => {
    const known = columns.get(name);
    if (known !== undefined) return known;
    if (columns.size >= SHEET_BOUNDS.columns)
      throw new SheetError('tooManyColumns', { params: { max: SHEET_BOUNDS.columns, row: 1 } });
    columns.set(name, columns.size);
    return columns.size - 1;
  };
  const rowOf = (record: unknown, at: number): SheetRow => {
    if (!isRecord(record)) throw new SheetError('noRecords');
    const found: SheetCell[] = [];
    flatten(record, (name, cell) => (found[positionOf(name)] = cell));
    return { row: at + 1, cells: Array.from(found, (cell) => cell ?? null) };
  };
  const rows = (function* () {
    for (const [at, record] of records.entries()) yield rowOf(record, at);
  })();
  return { format: 'JSON', sheets: [], encoding: text.encoding, names: () => [...columns.keys()], rows };
};
