// Types with a map declaration in their view. Used by streams, layers and tiles.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { FromCodes, FromFiles } from 'src/model/schema/TypeView.ts';

export interface MapType {
  readonly type: ServerItemType;
  /** Geometry property; undefined for a type that uses the geometry of others. */
  readonly geometry: string | undefined;
  readonly geometryOf: string | undefined;
  readonly standsFor: string | undefined;
  /** Filters that apply unless a search uses the same keys. */
  readonly only: Filters;
  readonly props: readonly string[];
  readonly collected: string | undefined;
  readonly fromFiles: FromFiles | undefined;
  readonly fromCodes: FromCodes | undefined;
  /** Facet by which items in an area are counted. */
  readonly kind: string | undefined;
}

export type MapTypes = ReadonlyMap<string, MapType>;

export const mapTypes = ({ types }: ServerRegistry): MapTypes =>
  new Map(
    Object.values(types).flatMap((type) => {
      const { place } = type.view;
      if (!place) return [];
      const { geometry, geometryOf, standsFor, only, props = [], collected, fromFiles, fromCodes, kind } = place;
      const paths = { geometry, geometryOf, standsFor, props, collected, fromFiles, fromCodes, kind };
      return [[type.name, { type, ...paths, only: asFilters(only) }] as const];
    }),
  );

export const withGeometry = (known: MapTypes): MapType[] =>
  [...known.values()].filter(({ geometry }) => geometry !== undefined);

/** Returns the types with the further geometry, which replaces their own. */
export const furtherMapTypes = (registry: ServerRegistry, further: string): MapTypes =>
  new Map(
    [...mapTypes(registry)].flatMap(([name, map]) =>
      map.type.view.place?.further?.includes(further) === true ? [[name, { ...map, geometry: further }] as const] : [],
    ),
  );

/** Restricts a query to these types; undefined when it requests none of them. */
export const queryAmong = (query: Query, among: readonly MapType[]): Query | undefined => {
  const names = among.map(({ type }) => type.name);
  const ids = query.ids ?? query.must?.['$id'];
  const wanted: readonly unknown[] | undefined = query.must?._t ?? ids?.map((id) => tryParseItemId(id as ItemId)?.type);
  const left = wanted ? names.filter((name) => wanted.includes(name)) : names;
  return left.length === 0 ? undefined : { ...query, must: { ...query.must, _t: left } };
};

/** Returns filters in addition to the query, by type name: those of the view, unless the query uses the same keys. */
export const onlyOf = (query: Query, among: readonly MapType[]): ReadonlyMap<string, Filters> => {
  const used = new Set([query.must, query.should, query.mustNot].flatMap((filters) => Object.keys(filters ?? {})));
  return new Map(
    among.map(({ type, only }) => [
      type.name,
      Object.fromEntries(Object.entries(only).filter(([key]) => !used.has(key))),
    ]),
  );
};
