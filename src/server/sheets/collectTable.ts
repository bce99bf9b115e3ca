// Turns the rows of any format into the rows of a table: finds the captions, checks each cell against what can be stored, and collects the
// statistics of the columns. Rows are written one by one.

import { createColumnStatistics } from 'src/server/sheets/columnStatistics.ts';
import { captionRow, HEADER_ROWS } from 'src/server/sheets/captionRow.ts';
import { checkedRow } from 'src/server/sheets/checkedCells.ts';
import {
  SHEET_BOUNDS,
  SheetError,
  type RawTable,
  type SheetChoices,
  type SheetRow,
  type SheetSummary,
} from 'src/server/sheets/Sheet.ts';

type Write = (row: SheetRow) => void;

const createCounter = () => {
  let rows = 0;
  let cells = 0;
  return {
    add(row: SheetRow): void {
      rows += 1;
      cells += row.cells.length;
      if (row.cells.length > SHEET_BOUNDS.columns)
        throw new SheetError('tooManyColumns', { params: { max: SHEET_BOUNDS.columns, row: row.row } });
      if (rows > SHEET_BOUNDS.rows) throw new SheetError('tooManyRows', { params: { max: SHEET_BOUNDS.rows } });
      if (cells > SHEET_BOUNDS.cells) throw new SheetError('tooManyCells', { params: { max: SHEET_BOUNDS.cells } });
    },
  };
};

/** Returns the rows that have a value or a problem, checked. */
const filledRows = async function* (table: RawTable): AsyncGenerator<SheetRow> {
  const counter = createCounter();
  for await (const raw of table.rows) {
    const row = checkedRow(raw, table.places);
    if (row.cells.length === 0 && !row.problems) continue;
    counter.add(row);
    yield row;
  }
};

const createBody = (maxRows: number | undefined, write: Write) => {
  const columns = createColumnStatistics();
  let rows = 0;
  return {
    columns,
    count: () => rows,
    /** Returns false when no further row is wanted. */
    add(row: SheetRow): boolean {
      if (maxRows !== undefined && rows >= maxRows) return false;
      rows += 1;
      columns.add(row);
      write(row);
      return true;
    },
  };
};

interface Header {
  readonly row: number;
  readonly names: readonly string[];
}

/** Reads the captions and the rows below them. Returns undefined for a table without rows. */
const readBelowCaptions = async (
  rows: AsyncIterable<SheetRow>,
  chosen: number | undefined,
  body: ReturnType<typeof createBody>,
): Promise<Header | undefined> => {
  const waiting: SheetRow[] = [];
  let header: Header | undefined;
  const begin = (): boolean => {
    const found = captionRow(waiting, chosen);
    header = { row: found.row, names: found.names };
    return waiting.splice(0).every((row) => row.row <= found.row || body.add(row));
  };
  for await (const row of rows) {
    if (header) {
      if (!body.add(row)) return header;
      continue;
    }
    waiting.push(row);
    const isEnough = chosen === undefined ? waiting.length >= HEADER_ROWS : row.row >= chosen;
    if (isEnough && !begin()) return header;
  }
  if (!header && waiting.length > 0) begin();
  return header;
};

const readNamedRows = async (rows: AsyncIterable<SheetRow>, body: ReturnType<typeof createBody>): Promise<void> => {
  for await (const row of rows) if (!body.add(row)) return;
};

export const collectTable = async (
  table: RawTable,
  { headerRow, maxRows }: SheetChoices,
  write: Write,
): Promise<SheetSummary> => {
  const { format, sheets, sheet, encoding, delimiter, preview } = table;
  const body = createBody(maxRows, write);
  const rows = filledRows(table);
  const header = table.names ? undefined : await readBelowCaptions(rows, headerRow, body);
  if (table.names) await readNamedRows(rows, body);
  if (body.count() === 0) throw new SheetError(header ? 'onlyCaptions' : 'noRows');
  const columns = body.columns.result(table.names?.() ?? header?.names ?? []);
  if (columns.length > SHEET_BOUNDS.columns)
    throw new SheetError('tooManyColumns', { params: { max: SHEET_BOUNDS.columns, row: 1 } });
  const notes = [...(table.notes?.() ?? [])];
  if (columns.some(({ name }) => name === '')) notes.push('sheet.note.columnsWithoutCaption');
  return {
    ...{ format, sheets, sheet, encoding, delimiter, columns, notes },
    headerRow: header?.row ?? 0,
    rows: body.count(),
    ...(preview && { preview }),
  };
};
