// Bounds to which a map opens: those of nearly all features, without the few that are so far away that the others would be one dot. Pure.

import { boundsOfAll } from 'src/client/map/inView.ts';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';

export interface Crowd {
  readonly bounds: Bounds;
  /** Number of features outside of the bounds. */
  readonly far: number;
}

type Placed = Pick<MapFeature, 'bbox' | 'geometry'>;

/** At most this share of the features is left out: fewer than twenty features are all shown. */
const FAR_SHARE = 0.05;
/** The nearest feature that is left out is this many times as far from the middle as the farthest one that is shown. */
const FARTHER_BY = 4;
/** Distance in degrees that is near in any case: a few places near each other do not leave out one in the next valley. */
const NEAR = 0.05;

export const middleOf = ([west, south, east, north]: Bounds): readonly [number, number] => [
  (west + east) / 2,
  (south + north) / 2,
];

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns how many features are left out: those after the widest step among the farthest ones. `away` is sorted. */
const farCount = (away: readonly number[]): number => {
  let widest = { by: FARTHER_BY, far: 0 };
  for (let far = 1; far <= away.length * FAR_SHARE; far += 1) {
    const [last = 0, next = 0] = [away.at(-far - 1), away.at(-far)];
    const by = next / Math.max(last, NEAR);
    if (by >= widest.by) widest = { by, far };
  }
  return widest.far;
};

/** Returns undefined without features. The cost grows with n log n. */
export const crowdBounds = (features: Iterable<Placed>): Crowd | undefined => {
  const placed = [...features];
  const all = boundsOfAll(placed);
  if (!all) return undefined;
  const middles = placed.map(({ bbox }) => middleOf(bbox));
  const [x, y] = [medianOf(middles.map(([east]) => east)), medianOf(middles.map(([, north]) => north))];
  const awayOf = ({ bbox }: Placed): number => {
    const [east, north] = middleOf(bbox);
    return Math.max(Math.abs(east - x), Math.abs(north - y));
  };
  const sorted = placed
    .map((feature) => ({ feature, away: awayOf(feature) }))
    .toSorted((one, other) => one.away - other.away);
  const far = farCount(sorted.map(({ away }) => away));
  const bounds = boundsOfAll(sorted.slice(0, sorted.length - far).map(({ feature }) => feature));
  const crossesDateLine = !bounds || bounds[0] > bounds[2];
  return crossesDateLine ? { bounds: all, far: 0 } : { bounds, far };
};
