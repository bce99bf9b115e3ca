// Reads the CSV files of commands, each record with its line.
import { parse, type Options } from 'csv-parse/sync';

export interface CsvRecord {
  readonly record: readonly string[];
  /** Number of its last line in the file, from 1. */
  readonly line: number;
}

/** Leaves out empty lines and a byte order mark. Throws CsvError, which has the number of the line as `lines`. */
export const csvRecords = (file: string, options: Pick<Options, 'delimiter' | 'relax_column_count'>): CsvRecord[] => {
  // The parser counts a line end of two characters within quotes as two lines.
  const text = file.replaceAll('\r\n', '\n');
  const records: CsvRecord[] = [];
  const keep = (record: readonly string[], { lines }: { readonly lines: number }): null => {
    records.push({ record, line: lines });
    return null;
  };
  parse(text, { ...options, bom: true, skip_empty_lines: true, on_record: keep });
  return records;
};
