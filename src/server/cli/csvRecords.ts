// Reads the CSV files of commands, each record with its line.
import { parse, type InfoRecord, type Options } from 'csv-parse/sync';

export interface CsvRecord {
  readonly record: readonly string[];
  /** Number of its last line in the file, from 1. */
  readonly line: number;
}

/** Leaves out empty lines and a byte order mark. Throws CsvError, which has the number of the line as `lines`. */
export const csvRecords = (file: string, options: Pick<Options, 'delimiter' | 'relax_column_count'>): CsvRecord[] => {
  // The parser counts a line end of two characters within quotes as two lines.
  const text = file.replaceAll('\r\n', '\n');
  // With `info` each record comes with its line, which the types of the library do not say.
  const records = parse(text, { ...options, bom: true, info: true, skip_empty_lines: true }) as unknown as readonly {
    readonly record: readonly string[];
    readonly info: InfoRecord;
  }[];
  return records.map(({ record, info }) => ({ record, line: info.lines }));
};
