// The line of a trip, as maps and exports show it.

import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { readTrack, tripLines } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { Values } from 'src/model/item/Item.ts';

const lineCoordinates = ({ lon, lat }: Position): [number, number] => [lon, lat];

/** Returns GeoJSON of the positions that belong to the trip; undefined for a track without a line. */
export const lineOfTrack = (track: unknown): Values | undefined => {
  const known = readTrack(track);
  const lines = (known ? tripLines(known) : [])
    .filter((line) => line.length > 1)
    .map((line) => line.map(lineCoordinates));
  const [only] = lines;
  if (!only) return undefined;
  return lines.length === 1
    ? { type: 'LineString', coordinates: only }
    : { type: 'MultiLineString', coordinates: lines };
};
