// Compares the rows of a restored index with the rows of the table, of which only the numbers, readers and transactions are read.

import { CopyTuples, type Tuple } from 'src/server/search/columns/CopyTuples.ts';
import { geometryKey, partMark } from 'src/server/search/columns/rowMarks.ts';
import type { Table } from 'src/server/search/columns/Table.ts';

export type ComparedPart = 'rows' | 'levels' | 'places';

/** Numbers of the items that must be read again, by type. */
export type StaleRows = ReadonlyMap<number, Int32Array>;

const [NOT_SEEN, EQUAL, STALE] = [0, 1, 2];

class ComparedTable {
  readonly table: Table;
  /** State by row. */
  private readonly states: Uint8Array;
  /** Marks of the parts in the table of the database. */
  private partMarks = new Float64Array(0);
  private readonly stale: number[] = [];

  constructor(table: Table) {
    this.table = table;
    this.states = new Uint8Array(table.size);
  }

  /** The readers of a row are always those of the table, also when its transaction is the same. */
  row(number: number, acl: number, xmin: number): void {
    const { table } = this;
    const row = table.rows.get(number);
    if (row < 0) {
      this.stale.push(number);
      return;
    }
    table.setAcl(row, acl);
    if (table.marks[row] === xmin) this.states[row] = EQUAL;
    else this.refuse(row);
  }

  part(number: number, key: number, xmin: number): void {
    const row = this.table.rows.get(number);
    if (row < 0) return;
    if (this.partMarks.length === 0) this.partMarks = new Float64Array(this.table.size);
    this.partMarks[row] = partMark(this.partMarks[row] as number, key, xmin);
  }

  /** Removes rows that the database no longer has. Returns the numbers of those that differ. */
  end(): Int32Array {
    const { table, states } = this;
    for (let row = 0; row < states.length; row++) {
      const number = table.number[row] as number;
      if (table.rows.get(number) !== row) continue;
      if (states[row] === NOT_SEEN) table.remove(number);
      else if (states[row] === EQUAL && (this.partMarks[row] ?? 0) !== (table.partMarks[row] ?? 0)) this.refuse(row);
    }
    return Int32Array.from(this.stale);
  }

  private refuse(row: number): void {
    this.states[row] = STALE;
    this.stale.push(this.table.number[row] as number);
  }
}

export class RowComparison {
  private readonly tables: ReadonlyMap<number, ComparedTable>;
  private readonly keys = new Map<string, number>();
  private pieces = 0;
  private readonly tuples = { rows: new CopyTuples(), levels: new CopyTuples(), places: new CopyTuples() };

  constructor(tables: ReadonlyMap<number, Table>) {
    this.tables = new Map([...tables].map(([type, table]) => [type, new ComparedTable(table)]));
  }

  /** Takes a piece of the rows of a COPY statement. */
  push({ part, bytes }: { part: ComparedPart; bytes: Uint8Array }): void {
    this.pieces += 1;
    const compare = part === 'rows' ? this.compareRow : part === 'levels' ? this.addLevel : this.addPlace;
    this.tuples[part].push(bytes, compare);
  }

  /** Throws when pieces are missing: rows that were not compared would be removed. */
  end(pieces: number): StaleRows {
    if (pieces !== this.pieces) throw new Error(`${this.pieces} of ${pieces} pieces of the rows were compared`);
    return new Map([...this.tables].map(([type, table]) => [type, table.end()]));
  }

  /** Fields: type, number, acl, xmin. */
  private readonly compareRow = (tuple: Tuple): void =>
    this.tables.get(tuple.int(0))?.row(tuple.int(1), tuple.int(2), tuple.int(3));

  /** Fields: type, number, level, xmin. */
  private readonly addLevel = (tuple: Tuple): void =>
    this.tables.get(tuple.int(0))?.part(tuple.int(1), tuple.int(2), tuple.int(3));

  /** Fields: type, number, property, xmin. */
  private readonly addPlace = (tuple: Tuple): void => {
    const prop = tuple.text(2) ?? '';
    const key = this.keys.get(prop) ?? geometryKey(prop);
    this.keys.set(prop, key);
    this.tables.get(tuple.int(0))?.part(tuple.int(1), key, tuple.int(3));
  };
}
