// Reads CSV and TSV: text with a delimiter. Every value stays the text that it is in the file.

import { pipeline } from 'node:stream';
import { Readable } from 'node:stream';
import { parse, CsvError } from 'csv-parse';
import { detectDelimiter, SEPARATOR_LINE } from 'src/server/sheets/detectDelimiter.ts';
import { refuseMarkup } from 'src/server/sheets/fileContent.ts';
import { createMixedTest } from 'src/server/sheets/mixedText.ts';
import {
  SheetError,
  type RawTable,
  type SheetChoices,
  type SheetProblem,
  type SheetRow,
} from 'src/server/sheets/Sheet.ts';
import type { TextEncoding } from 'src/server/sheets/textEncoding.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

const MAX_RECORD_BYTES = 16 * MEBIBYTE;

interface DelimitedFile {
  readonly path: string;
  readonly text: TextEncoding;
  /** Decoded beginning of the file. */
  readonly start: string;
}

const csvRefusal = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const row = Number(error['records'] ?? 0) + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return new SheetError('openQuote', { params: { row } });
  return new SheetError('damagedRow', { params: { row } });
};

/** Returns the problems of cells in another encoding than the file's. */
const createCellCheck = ({ encoding, isMixed }: TextEncoding): ((cells: readonly string[]) => SheetProblem[]) => {
  if (!isMixed || encoding.startsWith('utf-')) return () => [];
  const isMixedText = createMixedTest(encoding);
  return (cells) =>
    cells.flatMap((text, column) => (isMixedText(text) ? [{ column, message: 'sheet.cell.otherEncoding' }] : []));
};

const rowsOf = async function* ({ path, text }: DelimitedFile, delimiter: string): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_RECORD_BYTES,
  });
  pipeline(Readable.from(text.decode(path)), parser, () => undefined);
  const problemsOf = createCellCheck(text);
  let row = 0;
  try {
    for await (const record of parser) {
      const cells = record as string[];
      row += 1;
      if (row === 1 && SEPARATOR_LINE.test(cells.join(delimiter))) continue;
      const problems = problemsOf(cells);
      yield { row, cells, ...(problems.length > 0 && { problems }) };
    }
  } catch (error) {
    throw csvRefusal(error);
  }
};

export const readDelimited = (file: DelimitedFile, { delimiter: chosen }: SheetChoices): RawTable => {
  const { text, start } = file;
  refuseMarkup(start);
  if (chosen !== undefined && chosen.length !== 1) throw new SheetError('unknownDelimiter', { path: '/delimiter' });
  const delimiter = chosen ?? detectDelimiter(start);
  const format = delimiter === '\t' ? 'TSV' : 'CSV';
  return { format, sheets: [], encoding: text.encoding, delimiter, rows: rowsOf(file, delimiter) };
};
