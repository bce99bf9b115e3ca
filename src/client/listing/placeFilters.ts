// Region that a listing shows: a view of the map or a drawn area, among the chosen values under the engine's own keys.
// Address and saved search contain them as geohashes. Pure.

import type { ListingState } from 'src/model/listing/listingState.ts';
import { asBounds, hashOfArea, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import type { Box } from 'src/model/geo/box.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { BaseKey } from 'src/model/query/queryKeys.ts';

const BOUNDS_KEY: BaseKey = 'bounds';
export const AREA_KEY: BaseKey = 'inArea';

export const isPlaceKey = (key: string): boolean => key === BOUNDS_KEY || key === AREA_KEY;

type Chosen = Pick<ListingState, 'chosen'>;

/** Undefined for what an address has garbled, which the server refuses with a reason. */
export const undefinedIfInvalid = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Reads bounds from a hash, or from the four numbers of a search that was saved before hashes existed. */
export const boundsIn = ({ chosen }: Chosen): Box | undefined => {
  const values = chosen[BOUNDS_KEY];
  if (!values) return undefined;
  const [first] = values;
  return undefinedIfInvalid(() => asBounds(values.length === 1 && typeof first === 'string' ? first : values));
};

const choose = (state: ListingState, key: string, hash: string): ListingState => ({
  ...state,
  chosen: { ...state.chosen, [key]: [hash] },
});

export const stateWithin = (state: ListingState, bounds: Box): ListingState =>
  choose(state, BOUNDS_KEY, hashOfBoundary(bounds));

export const withinArea = (state: ListingState, area: Area): ListingState => choose(state, AREA_KEY, hashOfArea(area));

export const withoutPlace = (state: ListingState, key: string): ListingState => {
  const { [key]: _, ...chosen } = state.chosen;
  return { ...state, chosen };
};
