// Where on earth a listing looks: a view of the map, kept among the chosen values under the engine's own key. Pure.

import type { Bounds } from 'src/client/forms/text/geometry.ts';
import type { ListingState } from 'src/client/search/listingState.ts';

/** Four numbers make one value: west, south, east, north in degrees. */
export const BOUNDS_KEY = 'bounds';

export const isPlaceKey = (key: string): boolean => key === BOUNDS_KEY;

export const boundsIn = ({ chosen }: Pick<ListingState, 'chosen'>): Bounds | undefined => {
  const values = chosen[BOUNDS_KEY] ?? [];
  return values.length === 4 && values.every((value) => typeof value === 'number')
    ? (values as unknown as Bounds)
    : undefined;
};

export const within = (state: ListingState, bounds: Bounds): ListingState => ({
  ...state,
  chosen: { ...state.chosen, [BOUNDS_KEY]: [...bounds] },
});

export const withoutPlace = (state: ListingState, key: string): ListingState => {
  const { [key]: _, ...chosen } = state.chosen;
  return { ...state, chosen };
};
