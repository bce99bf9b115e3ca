// Positions and the distances between them. Functions of expressions compute distances on the sphere that ODK uses (functionsOfPlaces.ts).

import { isRecord } from 'src/base/isRecord.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Mean radius of the Earth. */
const MEAN_RADIUS_M = 6_371_008.8;

const inRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns true for a value with finite coordinates. */
export const isFieldPosition = (value: unknown): value is Position =>
  isRecord(value) && Number.isFinite(value['lat']) && Number.isFinite(value['lon']);

/** Returns the metres between two positions on a sphere. */
export const metresBetweenPositions = (one: Position, other: Position): number => {
  const height = Math.sin(inRadians(other.lat - one.lat) / 2) ** 2;
  const width = Math.sin(inRadians(other.lon - one.lon) / 2) ** 2;
  const part = height + Math.cos(inRadians(one.lat)) * Math.cos(inRadians(other.lat)) * width;
  return 2 * MEAN_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(part)));
};
