// Boxes as PostgreSQL writes its type `box`: two corners in brackets, the upper right one first. Web mercator.

import { mercatorBox, type Box } from 'src/model/geo/box.ts';

/** Bounds in degrees as the text of a box. */
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
