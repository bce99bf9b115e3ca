// Compares rows of the columns with rows that were read from the table. Runs in the search worker: the read rows become a small table of
// their own, and both tables are read in the same way, so that the comparison covers what searches read.

import { Table, type RowMessage } from 'src/server/search/columns/Table.ts';
import type { ValueColumn } from 'src/server/search/columns/valueColumns.ts';
import { Scope, type Columns } from 'src/server/search/evaluate/Scope.ts';
import { readOf } from 'src/server/search/evaluate/sortOrder.ts';

/** All rows of a type with a number above `above` and up to `upTo`, as they are in the table. */
export interface RowBlock {
  readonly type: number;
  readonly above: number;
  readonly upTo: number;
  readonly rows: readonly RowMessage[];
}

type TableRow = readonly [table: Table, row: number];

/** Every value is readable, and a clock value is compared at one time. */
const ALL_READABLE = { mask: { bits: new Uint8Array(), known: 0, admin: true }, now: 0, deadline: Infinity };

const packedList = ({ starts, lengths, data }: Table['terms'], row: number): number[] => {
  const start = starts[row] ?? 0;
  return [...data.subarray(start, start + (lengths[row] ?? 0))];
};

/** Returns the restricted terms with their readers. The parts of an item are read in no particular order. */
const levelTermsOf = ({ levels }: Table, row: number): string[] => {
  const found: string[] = [];
  levels.each(row, (term, acl) => found.push(`${acl}:${term}`));
  return found.toSorted();
};

const allNumbers = (column: ValueColumn, row: number): readonly unknown[] => {
  if (column.kind !== 'number') return [];
  const { all, last } = column;
  const start = all?.starts[row] ?? 0;
  return [last?.[row], ...(all ? all.data.subarray(start, start + (all.lengths[row] ?? 0)) : [])];
};

/** Returns the content of a row as a text. Equal texts mean equal answers of every search. */
const rowReader = (columns: Columns, table: Table): ((row: number) => string) => {
  const scope = new Scope(columns, ALL_READABLE);
  const values = [...table.columns].map(([path, column]) => ({
    column,
    read: readOf(scope, table, { from: 'value', path }),
  }));
  const sets = table.plan.facets.map((path) => table.setsOf(columns.interner, columns.interner.prop(path)));
  const boxesOf = (row: number): unknown[] => {
    const found: unknown[] = [];
    const note = (kind: string) => (west: number, south: number, east: number, north: number) =>
      found.push(kind, west, south, east, north) > 0;
    for (const column of table.places.values()) {
      found.push(column.acl.get(row));
      column.test(() => true, { place: note('place'), cell: note('cell') })(row);
      column.test(() => false, { place: note('place'), cell: note('cell') })(row);
    }
    return found;
  };
  return (row) =>
    JSON.stringify([
      [table.n[row], table.acl[row], table.created[row], table.updated[row]],
      packedList(table.terms, row),
      levelTermsOf(table, row),
      values.map(({ column, read }) => [column.acl.get(row), read(row), ...allNumbers(column, row)]),
      boxesOf(row),
      sets.map(({ acl, codes, terms }) => [acl.get(row), ...(codes[row] ? packedList(terms, codes[row]) : [])]),
    ]);
};

/** Returns whether the words and labels differ. A missing text is a difference after all texts were read. */
const hasOtherText = (columns: Columns, [table, row]: TableRow, [fresh, freshRow]: TableRow): boolean => {
  const [held, stored] = [table.texts.identity(row), fresh.texts.identity(freshRow)];
  return held === undefined ? (columns.hasTexts ?? false) : stored !== undefined && held !== stored;
};

const isRowInUse = (table: Table, row: number): boolean => table.rows.get(table.number[row] ?? 0) === row;

/** Returns the numbers of a block that the columns have and the table does not. */
const surplusNumbers = (table: Table, { above, upTo, rows }: RowBlock): number[] => {
  const present = new Set(rows.map(({ i }) => i));
  const surplus: number[] = [];
  for (let row = 0; row < table.size; row++) {
    const number = table.number[row] ?? 0;
    if (number > above && number <= upTo && !present.has(number) && isRowInUse(table, row)) surplus.push(number);
  }
  return surplus;
};

/** Returns the numbers of the items whose row differs, is missing, or should not exist. */
export const differingRows = (columns: Columns, block: RowBlock): number[] => {
  const table = columns.tables.get(block.type);
  if (!table) return [];
  const fresh = new Table(table.plan);
  for (const row of block.rows) fresh.put(row);
  const [textOf, freshTextOf] = [rowReader(columns, table), rowReader(columns, fresh)];
  const differing = block.rows.filter(({ i }) => {
    const row = table.rows.get(i);
    const freshRow = fresh.rows.get(i);
    return row < 0 || textOf(row) !== freshTextOf(freshRow) || hasOtherText(columns, [table, row], [fresh, freshRow]);
  });
  return [...differing.map(({ i }) => i), ...surplusNumbers(table, block)];
};
