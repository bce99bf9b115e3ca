// Positions of one geometry property of one type: per row a box in web mercator, and for readers without access the box of its general
// form.

import { boxFromText } from 'src/server/store/boxText.ts';
import type { Box } from 'src/model/geo/box.ts';
import { AclColumn, WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import { eachBit, setBit } from 'src/server/search/columns/bits.ts';
import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** Property; acl of its stricter level, or null; box and general box in PostgreSQL's format; xmin. */
export type StoredPlace = readonly [string, number | null, string | null, string | null, string?];

const BOX_SIDES = 4;

class BoxList {
  /** West, south, east, north per row; NaN for none, which compares false with everything. */
  sides = new Float64Array(0);

  set(row: number, text: string | null): void {
    const box: Box | undefined = text === null ? undefined : boxFromText(text);
    const before = this.sides.length;
    if (!box && before < (row + 1) * BOX_SIDES) return;
    this.sides = grown(this.sides, Float64Array, (row + 1) * BOX_SIDES);
    this.sides.fill(Number.NaN, before);
    this.sides.set(box ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN], row * BOX_SIDES);
  }

  meets(row: number, [west, south, east, north]: Box): boolean {
    const { sides } = this;
    const at = row * BOX_SIDES;
    return (
      at < sides.length &&
      (sides[at] as number) <= east &&
      (sides[at + 2] as number) >= west &&
      (sides[at + 1] as number) <= north &&
      (sides[at + 3] as number) >= south
    );
  }
}

/** Receives the sides as separate arguments, so that a row needs no object. */
export type BoxTest = (west: number, south: number, east: number, north: number, row: number) => boolean;

export class PlaceColumn {
  readonly acl = new AclColumn();
  private readonly boxes = new BoxList();
  private readonly cells = new BoxList();

  set(row: number, place: StoredPlace | undefined): void {
    const [, acl, box, cell] = place ?? ['', null, null, null];
    this.acl.set(row, acl ?? WITH_ITEM);
    this.boxes.set(row, box);
    this.cells.set(row, cell);
  }

  saved(size: number): Saved {
    const sidesOf = ({ sides }: BoxList): Float64Array => sides.subarray(0, size * BOX_SIDES);
    return {
      arrays: { boxes: sidesOf(this.boxes), cells: sidesOf(this.cells) },
      parts: { acl: this.acl.saved() },
    };
  }

  restore(from: Restored): void {
    this.acl.restore(from.part('acl'));
    // An unused list stays empty.
    if (from.lengthOf('boxes') > 0) this.boxes.sides = from.array('boxes', Float64Array);
    if (from.lengthOf('cells') > 0) this.cells.sides = from.array('cells', Float64Array);
  }

  /**
   * Returns the rows among these whose box or general box meets the area. It is faster than the test of each row, which is still needed: a
   * reader without access may know the general box only.
   */
  near(area: Box, among: Uint32Array): Uint32Array {
    const { boxes, cells } = this;
    const rows = new Uint32Array(among.length);
    eachBit(among, (row) => {
      if (boxes.meets(row, area) || cells.meets(row, area)) setBit(rows, row);
    });
    return rows;
  }

  /** Returns true for rows whose box, as the asker may know it, passes the test. */
  test(
    readable: (acl: number) => boolean,
    passes: { readonly place: BoxTest; readonly cell: BoxTest },
  ): (row: number) => boolean {
    const { acl } = this;
    const at = ({ sides }: BoxList, row: number, pass: BoxTest): boolean => {
      const start = row * BOX_SIDES;
      if (!(start < sides.length) || Number.isNaN(sides[start])) return false;
      return pass(
        sides[start] as number,
        sides[start + 1] as number,
        sides[start + 2] as number,
        sides[start + 3] as number,
        row,
      );
    };
    return (row) => {
      const level = acl.get(row);
      return level === WITH_ITEM || readable(level)
        ? at(this.boxes, row, passes.place)
        : at(this.cells, row, passes.cell);
    };
  }
}
