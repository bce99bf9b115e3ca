// Shared inputs of an evaluation: the columns, the asker's mask and the time. One per query; synchronous, so the columns cannot change
// meanwhile.

import { WITH_ITEM, type AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { flaggedBits, rowsOfBits, countBits } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { SearchedTexts } from 'src/server/search/evaluate/SearchedTexts.ts';
import type { MaskPlan } from 'src/server/search/evaluate/searchPlan.ts';

export type Readable = (acl: number) => boolean;

/** Bit test of a read filter (ReadFilter.canRead), for masks received by message. Acls begin at 1; lower ones belong to empty rows. */
export const readableBy = ({ bits, known, admin }: MaskPlan): Readable =>
  admin ? (acl) => acl > 0 : (acl) => acl > 0 && acl < known && ((bits[acl >> 3] ?? 0) & (1 << (acl & 7))) !== 0;

export class OutOfTime extends Error {}

const STRIDE = 8192;

const NOT_TESTED = 0;
const NAMEABLE = 1;
const NOT_NAMEABLE = 2;

export interface Columns {
  readonly tables: ReadonlyMap<number, Table>;
  readonly interner: TermPlaces;
  /** Returns true when the answer is no longer needed. */
  readonly isOver?: () => boolean;
  /** False until the texts of all items were received. */
  readonly hasTexts?: boolean;
}

export interface Target {
  readonly table: Table;
  readonly row: number;
}

interface AclFlags {
  readonly reads: Uint8Array;
  readonly hides: Uint8Array;
}

export class Scope {
  readonly interner: TermPlaces;
  readonly tables: ReadonlyMap<number, Table>;
  readonly readable: Readable;
  readonly texts: SearchedTexts;
  readonly now: number;
  private readonly deadline: number;
  private readonly isOver: () => boolean;
  private steps = 0;
  /** Cache of mayName, because many sets contain the same relation terms. */
  private readonly names: Uint8Array;
  private aclFlags: AclFlags = { reads: new Uint8Array(0), hides: new Uint8Array(0) };
  private readonly permitted = new Map<Table, Uint32Array>();
  private readonly hidden = new Map<AclColumn, Uint32Array>();

  constructor(columns: Columns, plan: { readonly mask: MaskPlan; readonly now: number; readonly deadline: number }) {
    this.interner = columns.interner;
    this.tables = columns.tables;
    this.names = new Uint8Array(columns.interner.targetType.length);
    this.readable = readableBy(plan.mask);
    // A reload began after the plan was made; the caller may ask again.
    this.texts = new SearchedTexts(this.readable, () => {
      if (columns.hasTexts === false) throw new OutOfTime();
    });
    this.now = plan.now;
    this.deadline = plan.deadline;
    this.isOver = columns.isOver ?? (() => false);
  }

  /** Called for each row that takes longer than a look-up. Throws OutOfTime after the deadline. */
  tick(): void {
    this.steps += 1;
    if (this.steps % STRIDE === 0) this.look();
  }

  /** Same as tick, for callers that count the rows themselves. Called between steps that take a few milliseconds at a million rows. */
  readonly look = (): void => {
    if (Date.now() > this.deadline || this.isOver()) throw new OutOfTime();
  };

  /** Returns the readable rows. The set is shared by the query, so callers copy it before they change it. */
  readableBits(table: Table): Uint32Array {
    const known = this.permitted.get(table);
    if (known) return known;
    this.look();
    const bits = flaggedBits(table.acl, this.flagsFor(table.greatestAcl).reads, table.size);
    this.permitted.set(table, bits);
    return bits;
  }

  /** Returns the readable rows in order. */
  readableRows(table: Table): Int32Array {
    const bits = this.readableBits(table);
    return rowsOfBits(bits, countBits(bits));
  }

  /** Returns the rows whose restricted value the asker may not read; undefined when the column has no restricted value. */
  hiddenBits({ size }: Table, column: AclColumn): Uint32Array | undefined {
    if (column.unused) return undefined;
    const known = this.hidden.get(column);
    if (known) return known;
    this.look();
    const { hides } = this.flagsFor(column.greatest);
    const bits = flaggedBits(column.acls, hides, Math.min(size, column.acls.length));
    this.hidden.set(column, bits);
    return bits;
  }

  /** Returns flags by acl, for acls up to this one: what the asker may read, and restricted values that are hidden. */
  private flagsFor(greatest: number): AclFlags {
    if (this.aclFlags.reads.length > greatest) return this.aclFlags;
    const size = Math.max(greatest + 1, 2 * this.aclFlags.reads.length);
    const [reads, hides] = [new Uint8Array(size), new Uint8Array(size)];
    for (let acl = 0; acl < size; acl++) (this.readable(acl) ? reads : hides)[acl] = 1;
    hides[WITH_ITEM] = 0;
    return (this.aclFlags = { reads, hides });
  }

  /** Returns the row of the item behind a relation term, if the asker may see that item. */
  visibleRow(term: number, table: Table): number {
    if (this.interner.targetType[term] !== table.plan.number) return -1;
    const row = table.rows.get(this.interner.targetNumber[term] ?? 0);
    return row >= 0 && this.readable(table.acl[row] ?? -1) ? row : -1;
  }

  /** Returns false for a relation term whose item the asker may not see; such a value is treated as missing. */
  mayName(term: number): boolean {
    const type = this.interner.targetType[term] ?? 0;
    if (type === 0) return true;
    const known = this.names[term] as number;
    if (known !== NOT_TESTED) return known === NAMEABLE;
    const table = this.tables.get(type);
    const isNamed = table !== undefined && this.visibleRow(term, table) >= 0;
    this.names[term] = isNamed ? NAMEABLE : NOT_NAMEABLE;
    return isNamed;
  }
}
