// The style that a person gives to a layer of the map screen: one colour or colours by a value, names, and the values to which the layer is
// narrowed. It is stored with the layer (mapLayers.ts). Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import { readValue } from 'src/model/query/facetValues.ts';

/** Values of a facet as texts (facetValues.ts), by its key. */
export type OnlyValues = Readonly<Record<string, readonly string[]>>;

export type LayerStyle = {
  /** Replaces the colour of the layer. */
  readonly colour?: string;
  /** Key of the facet whose values determine the colours. */
  readonly by?: string;
  /** False for a layer without names. */
  readonly labels?: false;
  /** Records with other values are not on the map. */
  readonly only?: OnlyValues;
};

export const NO_STYLE: LayerStyle = {};

/** The colours that a person can give to a layer. Their names are the messages `map.colours.*`. */
export const LAYER_COLOURS = {
  blue: '#0072B2',
  orange: '#D55E00',
  green: '#009E73',
  pink: '#CC79A7',
  yellow: '#E69F00',
  sky: '#56B4E9',
  indigo: '#332288',
  wine: '#882255',
} as const;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Reads a stored style. Ignores what no version of the page has written. */
export const readStyle = (kept: unknown): LayerStyle => {
  if (!isRecord(kept)) return NO_STYLE;
  const { colour, by, labels, only } = kept;
  const chosen = isRecord(only) ? Object.entries(only).filter(([, values]) => isTexts(values)) : [];
  return {
    ...(Object.values(LAYER_COLOURS).some((each) => each === colour) && { colour: colour as string }),
    ...(typeof by === 'string' && { by }),
    ...(labels === false && { labels }),
    ...(chosen.length > 0 && { only: Object.fromEntries(chosen) as OnlyValues }),
  };
};

export const isPlainStyle = (style: LayerStyle): boolean => Object.keys(style).length === 0;

/** Returns the style with the values of a facet. Without values, the facet does not narrow the layer. */
export const withOnly = (style: LayerStyle, key: string, values: readonly string[]): LayerStyle => {
  const { only = {}, ...rest } = style;
  const { [key]: _, ...others } = only;
  const next = values.length > 0 ? { ...others, [key]: values } : others;
  return Object.keys(next).length > 0 ? { ...rest, only: next } : rest;
};

/** Narrows the query of a layer to the chosen values of these facets; a facet that is no longer declared is ignored. */
export const narrowedQuery = (query: Query, only: OnlyValues | undefined, keys: readonly string[]): Query => {
  const chosen = Object.entries(only ?? {}).filter(([key]) => keys.includes(key));
  if (chosen.length === 0) return query;
  const filters: Filters = Object.fromEntries(
    chosen.map(([key, values]) => [
      key,
      values.flatMap((text) => {
        const value = readValue(text);
        return value === undefined ? [] : [value];
      }),
    ]),
  );
  return { ...query, must: { ...query.must, ...filters } };
};
