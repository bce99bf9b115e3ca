// Contents of a table file, and limits for reading it. Shared by the process that reads it and the server (sheets.ts).

import { FileRefused, type FileRefusal } from 'src/server/fileReader/fileRefused.ts';
import type { GeoFormat } from 'src/server/geoFiles/geoFile.ts';
import type { GeoPreview } from 'src/server/geoFiles/geoPreview.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

/** Geographic files are read as tables of their features. */
export type SheetFormat = 'CSV' | 'TSV' | 'XLSX' | 'ODS' | 'JSON' | GeoFormat;

/** Date of a cell that the file marks as a date: `2024`, `2024-05`, `2024-05-31` or `2024-05-31T14:30:00`, without a time zone. */
export interface SheetDate {
  readonly date: string;
}

/** An empty cell is null. Texts of CSV and TSV are never converted: `007` and `1E5` stay texts. */
export type SheetValue = string | number | boolean | SheetDate | null;

/** Only JSON has cells with several values. */
export type SheetCell = SheetValue | readonly SheetValue[];

/** Reason why a cell cannot be used as it is. */
export interface SheetProblem {
  /** Position in `cells`. */
  readonly column: number;
  /** Id of a message, `sheet.cell.*`. */
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export interface SheetRow {
  /** Number of the row in the file, counted from 1 as spreadsheet programs do; in JSON the position of the record. */
  readonly row: number;
  /** Values by the position of the column. Empty cells at the end are left out. */
  readonly cells: readonly SheetCell[];
  readonly problems?: readonly SheetProblem[];
}

export interface SheetColumn {
  /** Position in the cells of a row. */
  readonly at: number;
  /** `A`, `B`, …, `AA`. */
  readonly letter: string;
  /** Caption, empty if the column has none. A repeated caption gets a number. */
  readonly name: string;
  /** Number of rows with a value. */
  readonly filled: number;
  /** The first distinct values as texts. */
  readonly values: readonly string[];
}

export interface NamedSheet {
  readonly name: string;
  readonly hidden: boolean;
}

export interface SheetSummary {
  readonly format: SheetFormat;
  /** Sheets of a workbook; empty for a file that has only one table. */
  readonly sheets: readonly NamedSheet[];
  /** Name of the sheet that was read. */
  readonly sheet?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Number of the row with the captions; 0 in JSON, whose records name their values. */
  readonly headerRow: number;
  /** Columns without caption and values are left out. */
  readonly columns: readonly SheetColumn[];
  /** Number of rows with a value below the captions. */
  readonly rows: number;
  /** Messages about the whole table. */
  readonly notes: readonly string[];
  /** Layers and first features of a geographic file, of all its layers. */
  readonly preview?: GeoPreview | undefined;
}

/** Choices of the person. Without them, the reader finds the values in the file. */
export interface SheetChoices {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  /** Names of the layers of a geographic file; default: all. */
  readonly layers?: readonly string[] | undefined;
  /** Reference system such as `EPSG:3005`, for a geographic file without one. */
  readonly crs?: string | undefined;
  readonly headerRow?: number | undefined;
  /** Stops after this many rows; the counts are then those of the rows that were read. */
  readonly maxRows?: number | undefined;
}

/** Limits of one file. */
export const SHEET_BOUNDS = {
  fileBytes: 256 * MEBIBYTE,
  /** One part of a workbook, unpacked. */
  partBytes: 1_024 * MEBIBYTE,
  /** Repeated texts of a workbook, which are held in memory. */
  sharedSigns: 128 * MEBIBYTE,
  /** JSON is parsed as a whole. */
  jsonBytes: 64 * MEBIBYTE,
  entries: 10_000,
  columns: 1_000,
  rows: 1_048_576,
  cells: 5_000_000,
  /** Text of one cell. */
  cellSigns: 100_000,
  /** GeoJSON of one place. */
  placeSigns: 8 * MEBIBYTE,
} as const;

type SheetInput = '/upload' | keyof { [Name in keyof SheetChoices as `/${Name}`]: true };

interface SheetRefusal extends FileRefusal {
  readonly path: SheetInput;
}

/** Refuses a file with a message of `sheet.*`, and the choice that would help. */
export class SheetError extends FileRefused {
  constructor(key: string, { path = '/upload', params }: Partial<SheetRefusal> = {}) {
    super({ path, message: `sheet.${key}`, ...(params && { params }) });
  }
}

/** A table as a reader of one format passes it on. */
export interface RawTable extends Pick<
  SheetSummary,
  'format' | 'sheets' | 'sheet' | 'encoding' | 'delimiter' | 'preview'
> {
  /** Captions of a format whose records name their values, complete after the last row. */
  readonly names?: () => readonly string[];
  /** Position of the column with geometries, whose texts may be longer. */
  readonly places?: number;
  readonly rows: AsyncIterable<SheetRow> | Iterable<SheetRow>;
  /** Messages, complete after the last row. */
  readonly notes?: () => readonly string[];
}
