// Fills the columns of a table from rows of COPY statements (columnCopies.ts): rows, then restricted parts, geometries and texts.

import { WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import { CopyTuples, type Tuple } from 'src/server/search/columns/CopyTuples.ts';
import { geometryKey } from 'src/server/search/columns/rowMarks.ts';
import { sortValuesIn, type Table } from 'src/server/search/columns/Table.ts';

/** The content of the rows of a COPY statement. */
export type LoadedPart = 'rows' | 'levels' | 'places' | 'texts';

/** Fields: number, document number, acl, created, updated, terms, sort values, xmin. */
const loadRow = (table: Table, tuple: Tuple): void => {
  const row = table.open({
    i: tuple.int(0),
    n: tuple.int(1),
    acl: tuple.int(2),
    created: tuple.timestampMs(3),
    updated: tuple.timestampMs(4),
    mark: tuple.int(7),
  });
  table.terms.set(row, tuple.ints(5));
  if (table.columns.size === 0) return;
  const values = sortValuesIn(tuple.text(6) ?? '');
  for (const [path, column] of table.columns) column.set(row, values[path], WITH_ITEM);
};

/** Fields: number, acl, terms, sort values, level, xmin. */
const loadLevel = (table: Table, tuple: Tuple): void => {
  const row = table.rows.get(tuple.int(0));
  if (row < 0) return;
  const acl = tuple.int(1);
  table.levels.add(row, acl, tuple.ints(2));
  table.addPartMark(row, tuple.int(4), tuple.int(5));
  for (const [path, value] of Object.entries(sortValuesIn(tuple.text(3) ?? '')))
    table.columns.get(path)?.set(row, value, acl);
};

/** Fields: number, property, acl of its level, box, general box, xmin. */
const loadPlace = (table: Table, tuple: Tuple): void => {
  const row = table.rows.get(tuple.int(0));
  const prop = tuple.text(1) ?? '';
  if (row < 0) return;
  table.addPartMark(row, geometryKey(prop), tuple.int(5));
  const acl = tuple.has(2) ? tuple.int(2) : null;
  table.places.get(prop)?.set(row, [prop, acl, tuple.text(3) ?? null, tuple.text(4) ?? null]);
};

/** Fields: number, words, label, parts. */
const loadText = (table: Table, tuple: Tuple): void =>
  table.putTexts({
    i: tuple.int(0),
    words: tuple.text(1) ?? '',
    label: tuple.text(2) ?? '',
    parts: tuple.text(3) ?? null,
  });

const PART_LOADERS: Readonly<Record<LoadedPart, (table: Table, tuple: Tuple) => void>> = {
  rows: loadRow,
  levels: loadLevel,
  places: loadPlace,
  texts: loadText,
};

/** Loads the pieces of one COPY statement after the other. */
export class TableLoader {
  private tuples = new CopyTuples();
  private current = '';

  /** `first` is true for the first piece of a statement. */
  push(table: Table, { part, first, bytes }: { part: LoadedPart; first: boolean; bytes: Uint8Array }): void {
    const key = `${table.plan.number} ${part}`;
    if (first) {
      this.tuples = new CopyTuples();
      this.current = key;
    }
    if (key === this.current) this.tuples.push(bytes, (tuple) => PART_LOADERS[part](table, tuple));
  }
}
