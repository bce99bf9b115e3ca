import { describe, expect, it } from 'vitest';
import { streamedTrack, trackOfStream } from 'src/domain/geokeeper/review/streamedTracks.ts';
import { statedPoints, type EditedTrack } from 'src/domain/geokeeper/review/tripTrack.ts';

const positions = (count: number) => Array.from({ length: count }, (_, at) => ({ lat: 50 + at, lon: -120 - at }));

const statesOf = (track: EditedTrack): readonly string[] =>
  statedPoints(track).map(({ key, state, position: { lat, accuracy } }) => `${key} ${state} ${lat} ${accuracy ?? ''}`);

describe('tracks in a stream', () => {
  const tracks: Readonly<Record<string, EditedTrack>> = {
    'without edits': { segments: [positions(3), positions(2)] },
    'with removed points and ends': {
      segments: [positions(6), positions(3)],
      removed: [[0, 3], [1]],
      ends: [[1, 4], null],
    },
    'with a removed point outside its ends': { segments: [positions(5)], removed: [[0]], ends: [[2, 3]] },
    'with all points of a segment removed': { segments: [positions(3)], removed: [[0, 1, 2]] },
    'with one point within its ends, which is removed': { segments: [positions(3)], removed: [[1]], ends: [[1, 1]] },
    'with an empty segment': { segments: [[], positions(2)] },
  };

  it.each(Object.entries(tracks))('[GEO-02] a track %s has the same points after the stream', (_name, track) => {
    expect(statesOf(trackOfStream(streamedTrack(track)))).toEqual(statesOf(track));
  });

  it('[GEO-02] accuracy stays, also where some points have none', () => {
    const track = {
      segments: [
        [
          { lat: 1, lon: 2, accuracy: 0 },
          { lat: 1, lon: 3 },
        ],
      ],
    };
    expect(streamedTrack(track)).toEqual([
      [2, 1, 0, 0, 0],
      [3, 1, -1, 0, 0],
    ]);
    expect(trackOfStream(streamedTrack(track)).segments).toEqual(track.segments);
  });

  it('[GEO-02] what is no track has no points', () => {
    for (const value of [undefined, null, {}, { segments: 'none' }]) expect(streamedTrack(value)).toEqual([]);
  });
});
