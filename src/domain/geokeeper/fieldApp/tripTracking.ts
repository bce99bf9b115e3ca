// The measures of a trip while it is recorded.

import type { TripProgress } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';

/** Fastest movement that is counted, in metres per second. A faster one is a fault of the receiver. */
const FASTEST = 100;
/** Accuracy that is assumed for a receiver that does not report one. */
const UNKNOWN_ACCURACY_M = 50;

const secondsBetween = (one: Position, other: Position): number =>
  Math.max(1, (Date.parse(other.at ?? '') - Date.parse(one.at ?? '')) / 1000 || 1);

/** Returns true for a position that lies too far from the one before for the time between them, or is not a position. */
export const isJump = (before: Position | undefined, next: Position): boolean => {
  if (!Number.isFinite(next.lat) || !Number.isFinite(next.lon) || Math.abs(next.lat) > 90) return true;
  return before !== undefined && metresBetweenPositions(before, next) / secondsBetween(before, next) > FASTEST;
};

/**
 * Returns the progress with a further position. The distance grows only by movements that are larger than the inaccuracy of the receiver;
 * otherwise a phone that lies on a table would walk.
 */
export const withPosition = (progress: TripProgress, next: Position): TripProgress => {
  const points = progress.points + 1;
  if (!progress.last) return { ...progress, points, last: next };
  const moved = metresBetweenPositions(progress.last, next);
  const inaccuracy = Math.max(next.accuracy ?? UNKNOWN_ACCURACY_M, progress.last.accuracy ?? UNKNOWN_ACCURACY_M) / 2;
  return moved < inaccuracy
    ? { ...progress, points }
    : { ...progress, points, metres: progress.metres + moved, last: next };
};
