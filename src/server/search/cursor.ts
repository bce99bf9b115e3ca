// The opaque place in an order where a page ended: the sort values of its last item, which the asker has seen, and its document
// number. Bound to the order it was made for. A forged one can only name a place; nothing is compared but visible rows.

import type { SortKeyValue } from 'src/server/search/evaluate/searchPlan.ts';
import type { Position } from 'src/server/search/evaluate/sortOrder.ts';
import type { SortPlan } from 'src/server/search/plan/planSources.ts';
import { badValue } from 'src/server/search/plan/refusals.ts';

const orderOf = (sorts: readonly SortPlan[]): string =>
  sorts.map(({ key, descending }) => `${descending ? '-' : '+'}${key}`).join(',');

export const writeCursor = (sorts: readonly SortPlan[], { values, n }: Position): string =>
  Buffer.from(JSON.stringify([orderOf(sorts), n, ...values])).toString('base64url');

const isSortKeyValue = (value: unknown): value is SortKeyValue =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** Throws `invalid` for what is no cursor of this order. */
export const readCursor = (sorts: readonly SortPlan[], cursor: string): Position => {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badValue(['after']);
  }
  if (!Array.isArray(parts)) throw badValue(['after']);
  const [order, n, ...values] = parts as unknown[];
  if (
    order !== orderOf(sorts) ||
    typeof n !== 'number' ||
    values.length !== sorts.length ||
    !values.every(isSortKeyValue)
  )
    throw badValue(['after']);
  return { values, n };
};
