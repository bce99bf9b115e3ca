// Answers of the reference evaluator: ids in order, facets and pairs, over everything that one subject may see.

import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { bucketRange, isInside } from 'tests/server/search/reference/referenceDays.ts';
import {
  bucketsOf,
  hasReferencePlace,
  isCountedInBuckets,
  matchesQuery,
} from 'tests/server/search/reference/referenceMatches.ts';
import {
  compareSorted,
  keyOf,
  scaleOf,
  sortValueOf,
  valuesOfKey,
  type ReferenceKey,
} from 'tests/server/search/reference/referenceValues.ts';
import { relatedItems, type ReferenceWorld, type VisibleItem } from 'tests/server/search/reference/referenceWorld.ts';

const generalTypes = ({ registry }: ReferenceWorld): string[] =>
  Object.values(registry.types).flatMap(({ name, server }) => (server.search.excludeGeneralSearch ? [] : [name]));

const requestedTypes = (world: ReferenceWorld, query: Query): readonly string[] => {
  const ids = query.ids ?? (query.must?.['$id'] as readonly string[] | undefined);
  const named = query.must?.['_t'] as readonly string[] | undefined;
  return named ?? ids?.map((id) => id.split('-')[0] ?? '') ?? generalTypes(world);
};

/** Returns the ids of all matches in order: by the sorts, then the newest document first. */
export const referenceIds = (world: ReferenceWorld, query: Query): ItemId[] => {
  const types = requestedTypes(world, query);
  const found = [...world.items.values()].filter(
    (each) => types.includes(each.item._t) && matchesQuery(world, each, query),
  );
  const sorts = query.sort && query.sort.length > 0 ? query.sort : [{ key: 'created', order: 'desc' }];
  const ranked = found.map((each) => ({ each, values: sorts.map(({ key }) => sortValueOf(world, each, key)) }));
  return ranked
    .toSorted((a, b) => {
      for (const [at, { order }] of sorts.entries()) {
        const by = compareSorted(a.values[at], b.values[at], order === 'desc');
        if (by !== 0) return by;
      }
      return b.each.n - a.each.n;
    })
    .map(({ each }) => each.item.$id);
};

/** Returns the values that one item is counted under; `null` if it has none; undefined if its type does not have the facet. */
const countedValues = (world: ReferenceWorld, from: VisibleItem, name: string): (string | null)[] | undefined => {
  const key = keyOf(world, from.item._t, name);
  if (!key) return undefined;
  if (name === 'hasPlace') return [String(hasReferencePlace(world, from))];
  const [holder, last] = endOfHops(world, from, name, key);
  if (!last) return [null];
  const values = valuesOfKey(world, from, name);
  if (values.length === 0) return [null];
  const scale = scaleOf(last.key);
  if (!scale) return [...new Set(values.map(String))];
  const set = bucketsOf(world, holder, last.name);
  const counted = itemsAtEnd(world, from, name)
    .filter((each) => isCountedInBuckets(world, each, last.name))
    .flatMap((each) => valuesOfKey(world, each, last.name));
  return (set?.buckets ?? []).flatMap((bucket) => {
    const range = set && bucketRange(set, bucket, scale, world);
    return range && counted.some((value) => typeof value === 'object' && isInside(value, range)) ? [bucket.key] : [];
  });
};

/** Returns the items whose own or base key is at the end of a key over relations. */
const itemsAtEnd = (world: ReferenceWorld, from: VisibleItem, name: string): readonly VisibleItem[] => {
  const key = keyOf(world, from.item._t, name);
  if (key?.is !== 'hop') return [from];
  return relatedItems(world, from, key.relation).flatMap((each) => itemsAtEnd(world, each, key.further));
};

/** Returns the type and the own or base key at the end of a key over relations. */
const endOfHops = (
  world: ReferenceWorld,
  from: VisibleItem,
  name: string,
  key: ReferenceKey,
): readonly [string, { readonly name: string; readonly key: ReferenceKey } | undefined] => {
  if (key.is !== 'hop') return [from.item._t, { name, key }];
  for (const related of relatedItems(world, from, key.relation)) {
    const next = keyOf(world, related.item._t, key.further);
    if (next) return endOfHops(world, related, key.further, next);
  }
  return [from.item._t, undefined];
};

/** Returns the counts of a facet by value. The filter of the facet itself is left out, unless `isWithin`. */
export const referenceFacet = (
  world: ReferenceWorld,
  query: Query,
  name: string,
  isWithin = false,
): ReadonlyMap<string | null, number> => {
  const counts = new Map<string | null, number>();
  const types = new Set([...requestedTypes(world, query), ...(name === '_t' ? generalTypes(world) : [])]);
  for (const each of world.items.values()) {
    if (!types.has(each.item._t) || !matchesQuery(world, each, query, isWithin ? undefined : name)) continue;
    for (const value of countedValues(world, each, name) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

/** Returns how many matches have both a value of the one facet and one of the other, by `value|by`. */
export const referencePairs = (
  world: ReferenceWorld,
  query: Query,
  [name, by]: readonly [string, string],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const types = requestedTypes(world, query);
  for (const each of world.items.values()) {
    if (!types.includes(each.item._t) || !matchesQuery(world, each, query)) continue;
    for (const value of countedValues(world, each, name) ?? [])
      for (const other of countedValues(world, each, by) ?? []) {
        const pair = `${value}|${other}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
  }
  return counts;
};
