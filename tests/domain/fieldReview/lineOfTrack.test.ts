// The line of a trip on maps and in exports has the positions that belong to the trip.
import { expect, it } from 'vitest';
import { lineOfTrack } from 'src/domain/geokeeper/records/lineOfTrack.ts';

const positions = [0, 1, 2, 3].map((lon) => ({ lon, lat: 50 }));

it('[GEO-02] a track becomes one line, or one for each segment, without removed points and points outside', () => {
  expect(lineOfTrack({ segments: [positions], removed: [[1]], ends: [[0, 2]] })).toEqual({
    type: 'LineString',
    coordinates: [
      [0, 50],
      [2, 50],
    ],
  });
  expect(lineOfTrack({ segments: [positions, positions.slice(0, 1), positions.slice(2)] })).toEqual({
    type: 'MultiLineString',
    coordinates: [positions.map(({ lon, lat }) => [lon, lat]), positions.slice(2).map(({ lon, lat }) => [lon, lat])],
  });
});

it('[GEO-02] a track without two positions has no line', () => {
  for (const track of [undefined, {}, { segments: [] }, { segments: [positions.slice(0, 1)] }])
    expect(lineOfTrack(track)).toBeUndefined();
});
