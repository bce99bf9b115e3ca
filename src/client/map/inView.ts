// Which features a map shows: for the list beside it. Pure.

import type { Bounds } from 'src/client/forms/text/geometry.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';

const overlaps = (one: Bounds, [west, south, east, north]: Bounds): boolean =>
  one[0] <= east && one[2] >= west && one[1] <= north && one[3] >= south;

/** A view over the date line is two. */
export const isInView = ({ bbox }: MapFeature, [west, south, east, north]: Bounds): boolean =>
  west <= east
    ? overlaps(bbox, [west, south, east, north])
    : overlaps(bbox, [west, south, 180, north]) || overlaps(bbox, [-180, south, east, north]);

/** In the order of their names. */
export const inView = (features: Iterable<MapFeature>, bounds: Bounds, locale: string): readonly MapFeature[] => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...features]
    .filter((feature) => isInView(feature, bounds))
    .sort((one, other) => compare(one.label, other.label));
};

/** Around all of them; undefined for none. */
export const boundsOfAll = (features: Iterable<MapFeature>): Bounds | undefined => {
  const boxes = [...features].map(({ bbox }) => bbox);
  if (boxes.length === 0) return undefined;
  const side = (at: 0 | 1 | 2 | 3, pick: (one: number, other: number) => number): number =>
    boxes.reduce((found, box) => pick(found, box[at]), boxes[0]?.[at] ?? 0);
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
};
