// Converts a month such as `2026-01` to a filter range: its first day, and the first day after it. Pure.

import type { RangeValue } from 'src/model/generated/wire.ts';

const MONTH_VALUE = /^(\d{4})-(\d{2})$/;

/** Returns undefined for invalid text. */
export const monthRange = (text: string): RangeValue | undefined => {
  const [, year, month] = MONTH_VALUE.exec(text) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const next =
    Number(month) === 12 ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}`;
  return { from: `${text}-01`, to: `${next.padStart(7, '0')}-01` };
};
