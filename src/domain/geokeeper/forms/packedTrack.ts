// The track of a trip on the wire: each point is a list of numbers. Objects with named members would exceed the limit of members of a request
// after 4,000 points; a day of walking has 28,800.

import { isRecord } from 'src/base/isRecord.ts';
import type { Position, TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';

/** Latitude, longitude, altitude, accuracy, and time in milliseconds since 1970. `null` for values that the device did not record. */
export type PackedPoint = readonly [
  lat: number,
  lon: number,
  alt: number | null,
  accuracy: number | null,
  at: number | null,
];

export interface PackedTrack {
  readonly segments: readonly (readonly PackedPoint[])[];
}

const packedTime = (at: string | undefined): number | null => {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? null : time;
};

export const packTrack = ({ segments }: TripTrack): PackedTrack => ({
  segments: segments.map((positions) =>
    positions.map(({ lat, lon, alt, accuracy, at }): PackedPoint => [
      lat,
      lon,
      alt ?? null,
      accuracy ?? null,
      packedTime(at),
    ]),
  ),
});

const unpackedPoint = (point: unknown): Position | undefined => {
  if (isFieldPosition(point)) return point;
  if (!Array.isArray(point)) return undefined;
  const [lat, lon, alt, accuracy, at] = point as readonly unknown[];
  const position = {
    ...{ lat, lon },
    ...(typeof alt === 'number' && { alt }),
    ...(typeof accuracy === 'number' && { accuracy }),
    ...(typeof at === 'number' && Math.abs(at) <= 8.64e15 && { at: new Date(at).toISOString() }),
  };
  return isFieldPosition(position) ? position : undefined;
};

/** Reads a track in either form. Returns undefined when a point is no position. */
export const unpackTrack = (value: unknown): TripTrack | undefined => {
  if (!isRecord(value) || !Array.isArray(value['segments'])) return undefined;
  const segments: Position[][] = [];
  for (const segment of value['segments'] as readonly unknown[]) {
    if (!Array.isArray(segment)) return undefined;
    const positions = segment.map(unpackedPoint);
    if (positions.includes(undefined)) return undefined;
    segments.push(positions.filter((each) => each !== undefined));
  }
  return { segments };
};
