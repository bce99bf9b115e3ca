import { describe, expect, test } from 'vitest';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';
import { reviewIsJump, lengthOfLines, speedBetween } from 'src/domain/geokeeper/review/trackMeasures.ts';
import {
  moveSegmentEnds,
  readTrack,
  removePoints,
  restorePoints,
  segmentEnds,
  statedPoints,
  tripLines,
  type EditedTrack,
} from 'src/domain/geokeeper/review/tripTrack.ts';

const at = (lat: number, seconds: number) => ({ lat, lon: 10, at: new Date(seconds * 1_000).toISOString() });
const TRACK: EditedTrack = {
  segments: [
    [at(50, 0), at(50.001, 60), at(50.002, 120), at(50.003, 180)],
    [at(51, 600), at(51.001, 660)],
  ],
};

const states = (track: EditedTrack): readonly string[] =>
  statedPoints(track).map(({ key, state }) => `${key} ${state}`);

describe('the track of a trip', () => {
  test('[GEO-02] a removed point stays recorded, and the line leaves it out', () => {
    const edited = removePoints(TRACK, ['0.1', '1.0']);
    expect(states(edited)).toEqual([
      '0.0 IN_TRIP',
      '0.1 DELETED',
      '0.2 IN_TRIP',
      '0.3 IN_TRIP',
      '1.0 DELETED',
      '1.1 IN_TRIP',
    ]);
    expect(tripLines(edited).map((line) => line.map(({ lat }) => lat))).toEqual([[50, 50.002, 50.003], [51.001]]);
    expect(edited.segments).toBe(TRACK.segments);
  });

  test('[GEO-02] restored points leave the track as it was recorded', () => {
    const edited = removePoints(TRACK, ['0.1', '0.2']);
    expect(restorePoints(edited, ['0.1'])).toEqual({ segments: TRACK.segments, removed: [[2], []] });
    expect(restorePoints(edited, ['0.1', '0.2'])).toEqual(TRACK);
  });

  test('[GEO-02] points outside of the ends of their segment are outside, and deleted points stay deleted', () => {
    const edited = moveSegmentEnds(removePoints(TRACK, ['0.0']), 0, [1, 2]);
    expect(states(edited).slice(0, 4)).toEqual(['0.0 DELETED', '0.1 IN_TRIP', '0.2 IN_TRIP', '0.3 OUTSIDE']);
    expect(moveSegmentEnds(edited, 0, [0, 3])).toEqual(removePoints(TRACK, ['0.0']));
  });

  test('[GEO-02] ends beyond the points or in the wrong order stay within the segment', () => {
    expect(segmentEnds(moveSegmentEnds(TRACK, 0, [2, 99]), 0)).toEqual([2, 3]);
    expect(segmentEnds(moveSegmentEnds(TRACK, 0, [3, 1]), 0)).toEqual([3, 3]);
    expect(segmentEnds({ segments: [[]] }, 0)).toEqual([0, 0]);
  });

  test('[GEO-02] a stored track is read without what is no position', () => {
    expect(readTrack({ ...TRACK, removed: [[1], 'none'], ends: [[0, 2]] })).toEqual({
      ...{ segments: TRACK.segments, removed: [[1], []], ends: [[0, 2], null] },
    });
    expect(readTrack({ segments: [[at(50, 0), { lat: 'x' }, null]], removed: [[1]] })).toEqual({
      segments: [[at(50, 0)]],
    });
    for (const bad of [undefined, null, 'line', {}, { segments: 3 }, { segments: [[]] }])
      expect(readTrack(bad)).toBeUndefined();
  });
});

describe('measures of a track', () => {
  test('[GEO-02] one degree of latitude is 111.2 km, and the line of a trip is as long as its steps', () => {
    expect(metresBetweenPositions({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(111_195, 0);
    expect(lengthOfLines([[at(50, 0), at(50.001, 60), at(50.002, 90)], [at(51, 0)]])).toBeCloseTo(222.4, 1);
  });

  test('[GEO-02] a jump of 1,000 km is found, and a walk, a flight and an inaccurate position are none', () => {
    const [start, far] = [at(50, 0), at(59, 5)];
    expect(reviewIsJump(start, far)).toBe(true);
    expect(reviewIsJump({ lat: 50, lon: 10 }, { lat: 59, lon: 10 })).toBe(true);
    expect(reviewIsJump(start, at(59, 3 * 3_600))).toBe(false);
    expect(reviewIsJump(start, at(50.001, 60))).toBe(false);
    expect(reviewIsJump(start, at(50.01, 1))).toBe(false);
  });

  test('[GEO-02] times that do not increase have no speed', () => {
    expect(speedBetween(at(50, 10), at(50.001, 10))).toBeUndefined();
    expect(speedBetween(at(50, 10), { lat: 50.001, lon: 10 })).toBeUndefined();
    expect(speedBetween(at(50, 0), at(50.001, 100))).toBeCloseTo(1.11, 2);
  });
});
