// Writes boxes in the format of PostgreSQL's type `box`: two corners in parentheses, upper right first. Web mercator.

import { mercatorBox, type Box } from 'src/model/geo/box.ts';

/** Returns bounds in degrees as text of a box. */
export const boxText = (bounds: Box | undefined): string | null => {
  if (!bounds) return null;
  const [west, south, east, north] = mercatorBox(bounds);
  return `(${east},${north}),(${west},${south})`;
};

export const boxFromText = (text: string): Box | undefined => {
  const [east, north, west, south] = text.replace(/[()]/g, '').split(',').map(Number);
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? undefined
    : [west, south, east, north];
};
