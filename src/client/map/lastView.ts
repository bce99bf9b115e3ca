// Bounds that a person last looked at on a map of this device, and the column that showed it. The map of a new place opens there when it is
// opened from that column, or when the owner has no territory.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import type { Cell } from 'src/model/listing/columnPath.ts';

const LAST_VIEW_KEY = 'Map-View';

type Shown = Pick<Cell, 'segment' | 'param'>;

const viewAddress = ({ segment, param = '' }: Shown): string => `${segment} ${param}`;

/** Stores the bounds for one person, because others may use the same device. */
export const rememberView = (user: string, bounds: Bounds, shown: Shown | undefined): void =>
  remember(LAST_VIEW_KEY, [user, ...bounds, shown ? viewAddress(shown) : ''].join(' '));

/** Returns the stored bounds of the person, with `from` only if that column showed them; undefined without valid ones. */
export const lastViewOf = (user: string, from?: Shown): Bounds | undefined => {
  const [of, ...rest] = recall(LAST_VIEW_KEY)?.split(' ') ?? [];
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = rest.slice(0, 4).map(Number);
  if (of !== user || ![west, south, east, north].every(Number.isFinite)) return undefined;
  return from && rest.slice(4).join(' ') !== viewAddress(from) ? undefined : [west, south, east, north];
};
