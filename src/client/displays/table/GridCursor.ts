// Position of the reader in the grid of a table, and the cells selected with it. Follows the keys of the WAI-ARIA grid
// pattern, and the records of its cells when the rows change. Created by TableDisplay.

import { makeAutoObservable, observableRef } from 'mobx';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface GridPlace {
  /** HEAD_ROW for the heads of the columns. */
  readonly row: number;
  readonly col: number;
}

export interface GridSize {
  readonly rows: number;
  readonly cols: number;
  /** Rows in view. */
  readonly page: number;
}

interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export const HEAD_ROW = -1;

const FIRST_CELL: GridPlace = { row: 0, col: 0 };

const GRID_MOVES: Readonly<Record<string, (at: GridPlace, size: GridSize, far: boolean) => GridPlace>> = {
  ArrowUp: ({ row, col }, _size, far) => ({ row: far ? 0 : row - 1, col }),
  ArrowDown: ({ row, col }, { rows }, far) => ({ row: far ? rows - 1 : row + 1, col }),
  ArrowLeft: ({ row, col }, _size, far) => ({ row, col: far ? 0 : col - 1 }),
  ArrowRight: ({ row, col }, { cols }, far) => ({ row, col: far ? cols - 1 : col + 1 }),
  Home: ({ row }, _size, far) => ({ row: far ? 0 : row, col: 0 }),
  End: ({ row }, { rows, cols }, far) => ({ row: far ? rows - 1 : row, col: cols - 1 }),
  PageUp: ({ row, col }, { page }) => ({ row: Math.max(0, row - page), col }),
  PageDown: ({ row, col }, { page }) => ({ row: row + page, col }),
};

/** Returns the position after the key; undefined for a key that does not move. */
export const placeAfter = (
  at: GridPlace,
  { key, ctrlKey, metaKey }: GridKey,
  size: GridSize,
): GridPlace | undefined => {
  const next = GRID_MOVES[key]?.(at, size, ctrlKey || metaKey);
  return next && placeWithin(next, size);
};

/** Returns the nearest position within the table. */
export const placeWithin = ({ row, col }: GridPlace, { rows, cols }: GridSize): GridPlace => ({
  row: Math.max(HEAD_ROW, Math.min(row, rows - 1)),
  col: Math.max(0, Math.min(col, cols - 1)),
});

/** Returns true if the results of these rows are in the same order, that number of rows below. */
const areSameRows = (
  [first, last]: readonly [number, number],
  before: TableRows,
  now: TableRows,
  by: number,
): boolean => {
  for (let row = first; row <= last; row += 1) if (before.idAt(row) !== now.idAt(row + by)) return false;
  return true;
};

export class GridCursor {
  at: GridPlace = FIRST_CELL;
  /** The other corner of the chosen cells. */
  anchor: GridPlace = FIRST_CELL;
  /** The record that was in the current cell and is in no row now. No cell is current until the reader moves, or the record is back. */
  gone: ItemId | undefined = undefined;
  /** False until the reader goes to a cell: the current cell then stays the first one. */
  private isChosen = false;

  constructor() {
    makeAutoObservable(this, { at: observableRef, anchor: observableRef }, { autoBind: true });
  }

  /** Both ends included. */
  get rows(): readonly [number, number] {
    return [Math.max(0, Math.min(this.at.row, this.anchor.row)), Math.max(0, this.at.row, this.anchor.row)];
  }

  get cols(): readonly [number, number] {
    return [Math.min(this.at.col, this.anchor.col), Math.max(this.at.col, this.anchor.col)];
  }

  /** Number of selected cells. */
  get count(): number {
    const { rows, cols } = this;
    if (this.gone !== undefined) return 0;
    return (rows[1] - rows[0] + 1) * (cols[1] - cols[0] + 1);
  }

  isAt(row: number, col: number): boolean {
    return this.gone === undefined && this.at.row === row && this.at.col === col;
  }

  has(row: number, col: number): boolean {
    const { rows, cols } = this;
    return this.gone === undefined && row >= rows[0] && row <= rows[1] && col >= cols[0] && col <= cols[1];
  }

  go(place: GridPlace, extend = false): void {
    this.gone = undefined;
    this.isChosen = true;
    this.at = extend ? { ...place, row: Math.max(0, place.row) } : place;
    if (!extend) this.anchor = place;
  }

  /** Places the cursor at the last position of the reader. It does not count as a choice, so it does not follow its record. */
  start(place: GridPlace): void {
    this.at = place;
    this.anchor = place;
  }

  /** Goes to the rows that the chosen records have now. Only the current cell stays chosen where they are not in the same order. */
  follow(before: TableRows, now: TableRows): void {
    const { at, anchor, rows } = this;
    const id = this.gone ?? before.idAt(at.row);
    if (id === undefined || !this.isChosen) return;
    const row = now.rowOf(id);
    this.gone = row < 0 ? id : undefined;
    if (row < 0) {
      this.anchor = at;
      return;
    }
    const by = row - at.row;
    const isTogether = areSameRows(rows, before, now, by);
    if (by === 0 && isTogether) return;
    this.at = { row, col: at.col };
    this.anchor = isTogether ? { row: anchor.row + by, col: anchor.col } : this.at;
  }

  /** Selects the rectangle that the pointer has drawn. The anchor stays at the corner where the drag began. */
  choose(rows: readonly [number, number], cols: readonly [number, number]): void {
    this.gone = undefined;
    this.isChosen = true;
    const isOne = rows[0] === rows[1] && cols[0] === cols[1];
    if (isOne) this.go({ row: rows[0], col: cols[0] });
    else
      this.at = {
        row: this.anchor.row === rows[0] ? rows[1] : rows[0],
        col: this.anchor.col === cols[0] ? cols[1] : cols[0],
      };
  }
}
