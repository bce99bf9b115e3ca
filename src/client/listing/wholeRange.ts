// Conversion between a range as people type it, which includes both ends, and a range of a query, which excludes its
// end. Pure.

import type { RangeValue } from 'src/model/generated/wire.ts';

type Unit = 'year' | 'number';

const YEAR_START = '-01-01';

const wholeNumberIn = (text: string): number | undefined =>
  /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

const yearIn = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

const bound = (unit: Unit, value: number): string | number =>
  unit === 'number' ? value : `${String(value).padStart(4, '0')}${YEAR_START}`;

/** Undefined for what is no range: an empty one, or anything but whole numbers. */
export const wholeRange = (unit: Unit, from: string, to: string): RangeValue | undefined => {
  const read = unit === 'year' ? yearIn : wholeNumberIn;
  const [first, last] = [read(from), read(to)];
  if ((from.trim() !== '' && first === undefined) || (to.trim() !== '' && last === undefined)) return undefined;
  if (first === undefined && last === undefined) return undefined;
  if (first !== undefined && last !== undefined && first > last) return undefined;
  return {
    ...(first === undefined ? {} : { from: bound(unit, first) }),
    ...(last === undefined ? {} : { to: bound(unit, last + 1) }),
  };
};

const shownBound = (value: string | number | undefined, less: number): string | number | undefined => {
  if (typeof value === 'number') return Number.isInteger(value) ? value - less : value;
  const year = value?.endsWith(YEAR_START) ? yearIn(value.slice(0, -YEAR_START.length)) : undefined;
  return year === undefined ? value : year - less;
};

/** The first and the last of a range; either may be open. */
export const shownRange = ({
  from,
  to,
}: RangeValue): readonly [string | number | undefined, string | number | undefined] => [
  shownBound(from, 0),
  shownBound(to, 1),
];
