// The track of a trip with the changes of its review. Recorded positions are never deleted: a removed point is named by its index, and the ends
// of a segment say which points belong to the trip. Every change can therefore be taken back. Used by the map, the stream and the exports.

import type { Position, TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';

/** First and last index of the points of a segment that belong to the trip. */
export type SegmentEnds = readonly [first: number, last: number];

export interface EditedTrack extends TripTrack {
  /** Indexes of removed points, by segment. */
  readonly removed?: readonly (readonly number[])[];
  /** Ends of each segment. `null` and missing entries keep the whole segment. */
  readonly ends?: readonly (SegmentEnds | null)[];
}

export type TrackPointState = 'IN_TRIP' | 'OUTSIDE' | 'DELETED';

/** Names a point of a track: its segment and its index, such as `0.17`. */
export type TrackPointKey = `${number}.${number}`;

export interface StatedPoint {
  readonly key: TrackPointKey;
  readonly segment: number;
  readonly index: number;
  readonly position: Position;
  readonly state: TrackPointState;
}

export const trackPointKey = (segment: number, index: number): TrackPointKey => `${segment}.${index}`;

/** Returns the segment and the index that a key names. */
export const readPointKey = (key: TrackPointKey): readonly [segment: number, index: number] => {
  const [segment = '', index = ''] = key.split('.');
  return [Number(segment), Number(index)];
};

/** Returns the ends of a segment, within its points and in their order. */
export const segmentEnds = ({ segments, ends }: EditedTrack, segment: number): SegmentEnds => {
  const last = Math.max(0, (segments[segment]?.length ?? 0) - 1);
  const [from, to] = ends?.[segment] ?? [0, last];
  const first = Math.min(Math.max(0, from), last);
  return [first, Math.max(first, Math.min(to, last))];
};

/** Returns each recorded point with its state, in the order of recording. */
export const statedPoints = (track: EditedTrack): readonly StatedPoint[] =>
  track.segments.flatMap((positions, segment) => {
    const [first, last] = segmentEnds(track, segment);
    const removed = new Set(track.removed?.[segment]);
    return positions.map((position, index): StatedPoint => {
      const isOutside = index < first || index > last;
      const state = removed.has(index) ? 'DELETED' : isOutside ? 'OUTSIDE' : 'IN_TRIP';
      return { key: trackPointKey(segment, index), segment, index, position, state };
    });
  });

/** Returns the positions that belong to the trip, by segment. Segments without one are left out. */
export const tripLines = (track: EditedTrack): readonly (readonly Position[])[] =>
  track.segments
    .map((positions, segment) => {
      const [first, last] = segmentEnds(track, segment);
      const removed = new Set(track.removed?.[segment]);
      return positions.filter((_, index) => index >= first && index <= last && !removed.has(index));
    })
    .filter((line) => line.length > 0);

const reviewWithRemoved = (track: EditedTrack, keys: readonly TrackPointKey[], isRemoved: boolean): EditedTrack => {
  const bySegment = new Map<number, Set<number>>();
  for (const key of keys) {
    const [segment, index] = readPointKey(key);
    const chosen = bySegment.get(segment) ?? new Set();
    bySegment.set(segment, chosen.add(index));
  }
  const removed = track.segments.map((_, segment) => {
    const before = track.removed?.[segment] ?? [];
    const chosen = bySegment.get(segment);
    if (!chosen) return before;
    const left = before.filter((index) => !chosen.has(index));
    return isRemoved ? [...left, ...chosen].toSorted((one, other) => one - other) : left;
  });
  return reviewWithChanges(track, { removed });
};

/** Leaves out what says nothing, so that a change that was taken back leaves the track as it was. */
const reviewWithChanges = (track: EditedTrack, changes: Pick<EditedTrack, 'removed' | 'ends'>): EditedTrack => {
  const { removed, ends } = { ...track, ...changes };
  return {
    segments: track.segments,
    ...(removed?.some((indexes) => indexes.length > 0) && { removed }),
    ...(ends?.some((each) => each !== null) && { ends }),
  };
};

export const removePoints = (track: EditedTrack, keys: readonly TrackPointKey[]): EditedTrack =>
  reviewWithRemoved(track, keys, true);

export const restorePoints = (track: EditedTrack, keys: readonly TrackPointKey[]): EditedTrack =>
  reviewWithRemoved(track, keys, false);

/** Moves the ends of a segment. Ends at its first and last point keep the whole segment. */
export const moveSegmentEnds = (track: EditedTrack, segment: number, ends: SegmentEnds): EditedTrack => {
  const [first, last] = segmentEnds({ ...track, ends: track.segments.map(() => ends) }, segment);
  const isWhole = first === 0 && last === Math.max(0, (track.segments[segment]?.length ?? 0) - 1);
  return reviewWithChanges(track, {
    ends: track.segments.map((_, at) =>
      at === segment ? (isWhole ? null : [first, last]) : (track.ends?.[at] ?? null),
    ),
  });
};

/** Returns a stored track without values that are no positions, or undefined when there is no position at all. */
export const readTrack = (stored: unknown): EditedTrack | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { segments, removed, ends } = stored as { readonly [K in keyof EditedTrack]?: unknown };
  if (!Array.isArray(segments)) return undefined;
  const isWhole = segments.every((each) => Array.isArray(each) && each.every(isFieldPosition));
  const read = isWhole
    ? (segments as EditedTrack['segments'])
    : segments.map((each: unknown) => (Array.isArray(each) ? each.filter(isFieldPosition) : []));
  if (!read.some((each) => each.length > 0)) return undefined;
  return reviewWithChanges(
    { segments: read },
    {
      // Indexes count the recorded positions, so they are lost with a segment that is not readable.
      ...(isWhole && Array.isArray(removed) && { removed: read.map((_, at) => indexesIn(removed[at])) }),
      ...(isWhole && Array.isArray(ends) && { ends: read.map((_, at) => endsIn(ends[at])) }),
    },
  );
};

const indexesIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.filter(Number.isInteger) : []);

const endsIn = (value: unknown): SegmentEnds | null => {
  const [first, last] = indexesIn(value);
  return first === undefined || last === undefined ? null : [first, last];
};
