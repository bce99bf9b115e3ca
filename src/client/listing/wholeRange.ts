// Conversion between a range as people type it, which includes both ends, and a range of a query, which excludes its
// end. Pure.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { RangeValue } from 'src/model/generated/wire.ts';

/** First value of what a typed end covers, and the first value after it; undefined where it is open. */
export interface Bounds {
  readonly from: string | number | undefined;
  readonly after: string | number | undefined;
}

/** Returns undefined for a range that is open on both sides or ends before it begins. */
export const wholeRange = (first: Bounds | undefined, last: Bounds | undefined): RangeValue | undefined => {
  const [from, to] = [first?.from, last?.after];
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

const YEAR = /^(\d{4})-01-01$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const shownEnd = (to: string | number | undefined): string | number | undefined => {
  if (typeof to === 'number') return Number.isInteger(to) ? to - 1 : to;
  if (to === undefined || !DAY.test(to)) return to;
  return new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10);
};

/** Returns the first and the last of a range, as years where it is one of years; either may be open. */
export const shownRange = ({
  from,
  to,
}: RangeValue): readonly [string | number | undefined, string | number | undefined] => {
  const ends = [from, to].filter((end) => end !== undefined);
  if (!ends.every((end) => YEAR.test(String(end)))) return [from, shownEnd(to)];
  const yearOf = (end: string | number | undefined): number | undefined =>
    end === undefined ? undefined : Number(YEAR.exec(String(end))?.[1]);
  const last = yearOf(to);
  return [yearOf(from), last === undefined ? undefined : last - 1];
};
