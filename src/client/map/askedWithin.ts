// Queries for the features of a map layer within some bounds, with the filters that each type's view declares for maps. Pure.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import { asBounds } from 'src/model/geo/boundsHash.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** A view over the date line continues beyond 180 degrees. */
const unrolledBounds = ([west, south, east, north]: Bounds): Bounds => [
  west,
  south,
  west > east ? east + 360 : east,
  north,
];

const rolled = (degrees: number): number => (degrees > 180 ? degrees - 360 : degrees);

/** Returns the intersection, or undefined when it is empty. */
export const sharedBounds = (one: Bounds, other: Bounds): Bounds | undefined => {
  const [a, b] = [unrolledBounds(one), unrolledBounds(other)];
  for (const turn of [0, 360, -360]) {
    const west = Math.max(a[0], b[0] + turn);
    const east = Math.min(a[2], b[2] + turn);
    const south = Math.max(a[1], b[1]);
    const north = Math.min(a[3], b[3]);
    if (west <= east && south <= north) return [rolled(west), south, rolled(east), north];
  }
  return undefined;
};

interface Within {
  readonly bounds: Bounds;
  /** True to include what the views of the types exclude from maps. */
  readonly everything: boolean;
}

/** Returns the bounds in the query, which may contain them as a hash. */
const queryBoundsAsked = (must: Filters | undefined): Bounds | undefined => {
  const values = must?.['bounds'];
  if (!values) return undefined;
  const [first] = values;
  return asBounds(values.length === 1 && typeof first === 'string' ? first : values);
};

export const askedWithin = (registry: Registry, query: Query, { bounds, everything }: Within): readonly Query[] => {
  const asked = queryBoundsAsked(query.must);
  const both = asked ? sharedBounds(asked, bounds) : bounds;
  if (!both) return [];
  const said = new Set([query.must, query.should, query.mustNot].flatMap((filters) => Object.keys(filters ?? {})));
  const names = query.must?._t ?? Object.keys(registry.types);
  return names.flatMap((name): readonly Query[] => {
    const map = registry.types[String(name)]?.view.place;
    if (map?.geometry === undefined) return [];
    const only = everything ? [] : Object.entries(asFilters(map.only)).filter(([key]) => !said.has(key));
    const must = { ...query.must, ...Object.fromEntries(only), _t: [name], bounds: [...both] };
    return [{ ...query, must } as Query];
  });
};
