// Colours of features by a value that their types send with each feature, such as their state. Used by the maps of lists and by the layers
// of the map screen. Pure.

import { valueColour } from 'src/client/map/layerColours.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

/** Kinds of facets whose values are few and have names. */
const COLOURED_KINDS: ReadonlySet<Facet['kind']> = new Set(['SEL', 'LIST', 'BOOL']);
/** More colours are hard to distinguish. The rarest values share one. */
const MAX_COLOURS = 10;
const OTHER_VALUES = '$other';
/** A grey that no value has. */
export const OTHER_COLOUR = '#767676';

/** Draws features as if they had other types with their own colours. */
export interface SortedFeatures {
  readonly typeOf: (feature: MapFeature) => string;
  readonly colours: ReadonlyMap<string, string>;
  /** Property of the features of tiles, and the type that its value gives them. */
  readonly inTiles?: { readonly path: string; readonly typeOfValue: (value: unknown) => string };
}

/** The type name of a feature in its style is replaced by this key. */
const valueKey = (value: unknown): string =>
  value === undefined || value === null ? OTHER_VALUES : `=${String(value)}`;

export const hasFewValues = ({ kind }: Facet): boolean => COLOURED_KINDS.has(kind);

/** Returns the facets whose values all these types send with their features. */
export const colouredFacets = (facets: readonly Facet[], types: readonly ItemType[]): readonly Facet[] =>
  facets.filter(
    (facet) => hasFewValues(facet) && types.every(({ view }) => view.place?.props?.includes(facet.key) === true),
  );

/** Returns the most frequent values first. */
const byFrequency = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);

export const frequentValues = (features: Iterable<MapFeature>, path: string): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { props } of features) {
    const value = props?.[path];
    if (value !== undefined && value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return byFrequency(counts);
};

/** Returns the values that have colours of their own. */
export const colouredValues = (values: readonly string[]): readonly string[] => values.slice(0, MAX_COLOURS);

/** Sorts features by their values at a path; the first of `values` have colours. */
export const sortedBy = (path: string, values: readonly string[]): SortedFeatures => {
  const colours = new Map(colouredValues(values).map((value, at) => [valueKey(value), valueColour(at)]));
  const typeOfValue = (value: unknown): string => {
    const key = valueKey(value);
    return colours.has(key) ? key : OTHER_VALUES;
  };
  const typeOf = ({ props }: MapFeature): string => typeOfValue(props?.[path]);
  return { typeOf, inTiles: { path, typeOfValue }, colours: new Map([...colours, [OTHER_VALUES, OTHER_COLOUR]]) };
};
