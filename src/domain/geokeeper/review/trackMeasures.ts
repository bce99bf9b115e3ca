// Distances, speeds and jumps of a track.

import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';

/** Speed in metres per second above which two positions are a jump and not a movement: faster than an airliner. */
const JUMP_SPEED = 300;
/** Distance in metres that makes a jump of two positions without times. */
const JUMP_DISTANCE = 50_000;
/** Distance in metres below which an inaccurate position explains any speed. */
const SHORTEST_JUMP = 2_000;

/** Returns the seconds from one position to the other; undefined when the device did not record both times. */
const reviewSecondsBetween = (one: Position, other: Position): number | undefined => {
  const seconds = (Date.parse(other.at ?? '') - Date.parse(one.at ?? '')) / 1_000;
  return Number.isFinite(seconds) ? seconds : undefined;
};

/** Returns metres per second; undefined without times and for times that do not increase. */
export const speedBetween = (one: Position, other: Position): number | undefined => {
  const seconds = reviewSecondsBetween(one, other);
  return seconds === undefined || seconds <= 0 ? undefined : metresBetweenPositions(one, other) / seconds;
};

/** Returns true when no person can have moved from one position to the other. */
export const reviewIsJump = (one: Position, other: Position): boolean => {
  const metres = metresBetweenPositions(one, other);
  if (metres < SHORTEST_JUMP) return false;
  const speed = speedBetween(one, other);
  return speed === undefined ? metres > JUMP_DISTANCE : speed > JUMP_SPEED;
};

/** Returns the length of lines in metres. */
export const lengthOfLines = (lines: readonly (readonly Position[])[]): number =>
  lines.reduce(
    (sum, line) =>
      sum +
      line.reduce((length, position, at) => {
        const before = line[at - 1];
        return before ? length + metresBetweenPositions(before, position) : length;
      }, 0),
    0,
  );
