// Plans filters on related items: the value of a declared count, and whether an item has a place, by its own geometry or by that of related
// items.

import type { FilterValue } from 'src/model/generated/wire.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { CountRule } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { CountPlan, FilterPlan } from 'src/server/search/evaluate/searchPlan.ts';

interface Declared {
  readonly registry: ServerRegistry;
}

export const countPlan = ({ registry }: Declared, { type, path, through }: CountRule): CountPlan => {
  const holder = type === undefined ? undefined : registry.types[type];
  return { prop: path, by: holder && [holder.number], ...(through !== undefined && { through }) };
};

const ownPlaces = ({ properties }: ServerItemType): FilterPlan => ({
  is: 'placed',
  props: Object.values(properties).flatMap(({ name, kind }) => (isGeometry(kind) ? [name] : [])),
});

export const placedPlan = ({ registry }: Declared, type: ServerItemType): FilterPlan => {
  const path = type.view.place?.geometryOf;
  const relation = path === undefined ? undefined : type.properties[path];
  if (path === undefined || !relation) return ownPlaces(type);
  const tables = relationTargets(registry, relation).flatMap((name) => {
    const target = registry.types[name];
    const must = target && [{ filter: ownPlaces(target), facet: -1 }];
    return must ? [{ type: target.number, must, should: [], minShould: 0, mustNot: [] }] : [];
  });
  return { is: 'sub', relations: [{ direction: 'forward', prop: path, tables }] };
};

/** Converts true and false as a query or an address names them. */
export const truthOf = (value: FilterValue): boolean | undefined => {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
};
