// Bounds that a person last looked at on a map of this device. The map of a new place opens there when the owner has no territory.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const LAST_VIEW_KEY = 'Map-View';

/** Stores the bounds for one person, because others may use the same device. */
export const rememberView = (user: string, bounds: Bounds): void =>
  remember(LAST_VIEW_KEY, [user, ...bounds].join(' '));

/** Returns the stored bounds of the person; undefined without valid ones. */
export const lastViewOf = (user: string): Bounds | undefined => {
  const [of, ...numbers] = recall(LAST_VIEW_KEY)?.split(' ') ?? [];
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers.map(Number);
  return of === user && [west, south, east, north].every(Number.isFinite) ? [west, south, east, north] : undefined;
};
