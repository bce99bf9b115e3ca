// All tables of a file, and limits for reading them. Shared by the process that reads them and the server (uploadedTables.ts).

export interface TablesOptions {
  /** Rows with a value in all tables. */
  readonly maxRows: number;
  /** Characters of all cells. */
  readonly maxSigns: number;
}

/** A row with a value. The first row of a table is not separated from the others. */
export interface TableRow {
  readonly table: string;
  /** Number of the row in its table, counted from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface TablesSummary {
  readonly format: 'XLSX' | 'ODS' | 'ZIP' | 'CSV';
  /** Names of the sheets, or paths of the CSV files without their ending; one empty name for a CSV file. */
  readonly tables: readonly string[];
  /** Paths of the further files of a zip. */
  readonly files: readonly string[];
}
