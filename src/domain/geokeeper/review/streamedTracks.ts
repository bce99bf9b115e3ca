// The points of a track as `act/streamFieldData` sends them: lists of numbers, because a day of walking has 28,800 of them.

import {
  readTrack,
  statedPoints,
  type EditedTrack,
  type SegmentEnds,
  type TrackPointState,
} from 'src/domain/geokeeper/review/tripTrack.ts';

const STREAMED_STATES: readonly TrackPointState[] = ['IN_TRIP', 'OUTSIDE', 'DELETED'];
const NO_ACCURACY = -1;

/** Longitude, latitude, accuracy in metres or -1, segment, and the index of the state. */
export type StreamedPoint = readonly number[];

/** Returns the points of a stored track, with the edits of its review. */
export const streamedTrack = (stored: unknown): readonly StreamedPoint[] => {
  const track = readTrack(stored);
  if (!track) return [];
  return statedPoints(track).map(({ position: { lat, lon, accuracy }, segment, state }) => [
    ...[lon, lat, accuracy ?? NO_ACCURACY, segment],
    STREAMED_STATES.indexOf(state),
  ]);
};

/** Within the ends of a segment of which all points are deleted, there is no other point. */
const streamedEnds = (states: readonly TrackPointState[]): SegmentEnds | null => {
  const inner = states.includes('IN_TRIP') ? 'IN_TRIP' : 'DELETED';
  const first = states.indexOf(inner);
  return first < 0 ? null : [first, inner === 'IN_TRIP' ? states.lastIndexOf(inner) : first];
};

/** Returns the track that the streamed points describe. Altitudes and times are not streamed. */
export const trackOfStream = (points: readonly StreamedPoint[]): EditedTrack => {
  const segments: { lat: number; lon: number; accuracy?: number }[][] = [];
  const states: TrackPointState[][] = [];
  for (const [lon = 0, lat = 0, accuracy = NO_ACCURACY, segment = 0, state = 0] of points) {
    (segments[segment] ??= []).push({ lat, lon, ...(accuracy >= 0 && { accuracy }) });
    (states[segment] ??= []).push(STREAMED_STATES[state] ?? 'IN_TRIP');
  }
  return {
    segments: Array.from(segments, (each) => each ?? []),
    removed: Array.from(states, (each) => (each ?? []).flatMap((state, index) => (state === 'DELETED' ? [index] : []))),
    ends: Array.from(states, (each) => streamedEnds(each ?? [])),
  };
};
