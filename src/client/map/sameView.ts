// Compares two views of a map.

import { middleOf } from 'src/client/map/crowdBounds.ts';
import type { MapPlace } from 'src/client/map/MapController.ts';

/** Returns true when only the shape of the map changed. */
export const isSameView = (one: MapPlace, other: MapPlace): boolean => {
  const slack = Math.abs(one.bounds[2] - one.bounds[0]) / 20;
  const [[x, y], [otherX, otherY]] = [middleOf(one.bounds), middleOf(other.bounds)];
  return Math.abs(one.zoom - other.zoom) < 0.1 && Math.abs(x - otherX) <= slack && Math.abs(y - otherY) <= slack;
};
