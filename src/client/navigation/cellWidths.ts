// Widths of columns as shares of the page. Pure.

import type { CellWidth } from 'src/model/schema/TypeView.ts';

export const CELL_WIDTHS: readonly CellWidth[] = ['THIRD', 'HALF', 'TWO_THIRDS', 'FULL'];

/** Percent of the workspace. */
export const SHARES: Readonly<Record<CellWidth, number>> = { THIRD: 100 / 3, HALF: 50, TWO_THIRDS: 200 / 3, FULL: 100 };

/** Returns the width nearest to a share in percent. */
export const nearestWidth = (share: number): CellWidth =>
  CELL_WIDTHS.reduce((best, width) =>
    Math.abs(SHARES[width] - share) < Math.abs(SHARES[best] - share) ? width : best,
  );
