// Positions of the matching items of a query: their number and bounds, and for a part of the map the items or, when they are too many,
// points that represent nearby items. The result depends only on items that the asker may read, not on the order of rows, which hidden
// items influence.

import type { Box } from 'src/model/geo/box.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { eachBit } from 'src/server/search/columns/bits.ts';
import { forgiveTexts } from 'src/server/search/evaluate/forgiveTexts.ts';
import { selectRows } from 'src/server/search/evaluate/selectRows.ts';
import { Scope, type Columns } from 'src/server/search/evaluate/Scope.ts';
import type { SearchPlan } from 'src/server/search/evaluate/searchPlan.ts';

export interface LocatePlan {
  readonly search: SearchPlan;
  /** Geometry property by type number. Types without one match everywhere. */
  readonly places: ReadonlyMap<number, string>;
  /** Web mercator; undefined means everywhere. */
  readonly box: Box | undefined;
  /** Maximum number of single items. */
  readonly max: number;
  /** Side of the squares in metres whose items are combined to one point when there are more than `max`; 0 returns the first `max`. */
  readonly square: number;
}

/** One point per square and type with small items, in the order of types and of the lowest item numbers. */
export interface Dots {
  readonly types: Int32Array;
  readonly numbers: Int32Array;
  readonly counts: Int32Array;
  /** Position of that item in web mercator, in pairs. */
  readonly places: Float64Array;
}

export interface LocateResult {
  readonly total: number;
  /** West, south, east, north of all items; undefined for none. */
  readonly bounds: Box | undefined;
  /** Single items in the order of types and numbers. */
  readonly types: Int32Array;
  readonly numbers: Int32Array;
  readonly dots: Dots | undefined;
}

interface Found {
  readonly table: Table;
  /** Item numbers, and four sides of each box; no sides for items that match everywhere. */
  readonly numbers: number[];
  readonly sides: number[];
}

const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** Tests whether a row has a visible position that meets the box, and stores its sides in `noted`. */
const placeTest = (scope: Scope, table: Table, { places, box }: LocatePlan, noted: Float64Array) => {
  const property = places.get(table.plan.number);
  if (property === undefined) return box === undefined ? () => true : () => false;
  const [west, south, east, north] = box ?? EVERYWHERE;
  const meets = (w: number, s: number, e: number, n: number): boolean => {
    if (!(w <= east && e >= west && s <= north && n >= south)) return false;
    noted[0] = w;
    noted[1] = s;
    noted[2] = e;
    noted[3] = n;
    return true;
  };
  return table.places.get(property)?.test(scope.readable, { place: meets, cell: meets }) ?? (() => false);
};

/** Leaves out most rows without a position in the box. */
const rowsNear = (table: Table, { places, box }: LocatePlan, rows: Uint32Array): Uint32Array => {
  const property = places.get(table.plan.number);
  const column = property === undefined ? undefined : table.places.get(property);
  return box && column ? column.near(box, rows) : rows;
};

const findPlaces = (columns: Columns, plan: LocatePlan): Found[] => {
  const scope = new Scope(columns, plan.search);
  forgiveTexts(scope, plan.search);
  return plan.search.types.flatMap((type) => {
    const table = columns.tables.get(type.type);
    if (!table) return [];
    const found: Found = { table, numbers: [], sides: [] };
    const sides = new Float64Array(4);
    const hasPlace = placeTest(scope, table, plan, sides);
    eachBit(rowsNear(table, plan, selectRows(scope, table, type).found.bits), (row) => {
      scope.tick();
      if (!hasPlace(row)) return;
      found.numbers.push(table.number[row] ?? 0);
      found.sides.push(sides[0] as number, sides[1] as number, sides[2] as number, sides[3] as number);
    });
    return found.numbers.length === 0 ? [] : [found];
  });
};

const foundBounds = (found: readonly Found[]): Box | undefined => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { sides } of found)
    for (let at = 0; at < sides.length; at += 4) {
      west = Math.min(west, sides[at] as number);
      south = Math.min(south, sides[at + 1] as number);
      east = Math.max(east, sides[at + 2] as number);
      north = Math.max(north, sides[at + 3] as number);
    }
  return west > east ? undefined : [west, south, east, north];
};

/** Returns the longer side of the box. */
const longerSide = ({ sides }: Found, at: number): number =>
  Math.max(
    (sides[4 * at + 2] as number) - (sides[4 * at] as number),
    (sides[4 * at + 3] as number) - (sides[4 * at + 1] as number),
  );

interface Place {
  readonly type: number;
  readonly number: number;
}

const tableType = ({ table }: Found): number => table.plan.number;
const byTypeAndNumber = (a: Place, b: Place): number => a.type - b.type || a.number - b.number;

/** Returns the largest items, at most `max`, without small ones. */
const largestOf = (found: readonly Found[], { max, square }: LocatePlan): Place[] => {
  const large: (Place & { readonly size: number })[] = [];
  for (const each of found)
    each.numbers.forEach((number, at) => {
      const size = longerSide(each, at);
      if (size >= 2 * square) large.push({ type: tableType(each), number, size });
    });
  return large.toSorted((a, b) => b.size - a.size || byTypeAndNumber(a, b)).slice(0, max);
};

interface Dot {
  number: number;
  count: number;
  x: number;
  y: number;
}

/** Groups the remaining items of a table by the square of their middle. */
const squareDots = ({ numbers, sides }: Found, single: ReadonlySet<number>, { box, square }: LocatePlan): Dot[] => {
  const [west, south, east, north] = box ?? EVERYWHERE;
  const dots = new Map<number, Dot>();
  const columns = Math.ceil((east - west) / square) + 1;
  numbers.forEach((number, at) => {
    if (single.has(number)) return;
    const x = ((sides[4 * at] as number) + (sides[4 * at + 2] as number)) / 2;
    const y = ((sides[4 * at + 1] as number) + (sides[4 * at + 3] as number)) / 2;
    // The part of the map with its middle draws it.
    if (x < west || x > east || y < south || y > north) return;
    const key = Math.floor((y - south) / square) * columns + Math.floor((x - west) / square);
    const dot = dots.get(key);
    if (!dot) dots.set(key, { number, count: 1, x, y });
    else {
      dot.count += 1;
      if (number < dot.number) Object.assign(dot, { number, x, y });
    }
  });
  return [...dots.values()].toSorted((a, b) => a.number - b.number);
};

const thinned = (found: readonly Found[], plan: LocatePlan): Pick<LocateResult, 'types' | 'numbers' | 'dots'> => {
  const large = largestOf(found, plan).toSorted(byTypeAndNumber);
  const dots = found
    .toSorted((a, b) => tableType(a) - tableType(b))
    .flatMap((each) => {
      const type = tableType(each);
      const single = new Set(large.flatMap((place) => (place.type === type ? place.number : [])));
      return squareDots(each, single, plan).map((dot) => ({ ...dot, type }));
    });
  return {
    ...placeColumns(large),
    dots: {
      types: Int32Array.from(dots, ({ type }) => type),
      numbers: Int32Array.from(dots, ({ number }) => number),
      counts: Int32Array.from(dots, ({ count }) => count),
      places: Float64Array.from(dots.flatMap(({ x, y }) => [x, y])),
    },
  };
};

const placeColumns = (places: readonly Place[]): Pick<LocateResult, 'types' | 'numbers'> => ({
  types: Int32Array.from(places, ({ type }) => type),
  numbers: Int32Array.from(places, ({ number }) => number),
});

export const locate = (columns: Columns, plan: LocatePlan): LocateResult => {
  const found = findPlaces(columns, plan);
  const total = found.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const bounds = foundBounds(found);
  if (total > plan.max && plan.square > 0) return { total, bounds, ...thinned(found, plan) };
  const all =
    plan.max === 0
      ? []
      : found.flatMap((each) => each.numbers.map((number): Place => ({ type: tableType(each), number })));
  return { total, bounds, ...placeColumns(all.toSorted(byTypeAndNumber).slice(0, plan.max)), dots: undefined };
};
