// Widths of columns as shares of the page, and the nearest one to where a divider was dragged. Pure.

import type { CellWidth } from 'src/model/schema/TypeView.ts';

export const WIDTHS: readonly CellWidth[] = ['THIRD', 'HALF', 'TWO_THIRDS', 'FULL'];

/** Percent of the workspace. */
export const SHARES: Readonly<Record<CellWidth, number>> = { THIRD: 100 / 3, HALF: 50, TWO_THIRDS: 200 / 3, FULL: 100 };

export const nearestWidth = (share: number): CellWidth =>
  WIDTHS.reduce((best, width) => (Math.abs(SHARES[width] - share) < Math.abs(SHARES[best] - share) ? width : best));

/** The next wider or narrower width; the same at either end. */
export const stepWidth = (width: CellWidth, by: 1 | -1): CellWidth =>
  WIDTHS[Math.min(WIDTHS.length - 1, Math.max(0, WIDTHS.indexOf(width) + by))] ?? width;
