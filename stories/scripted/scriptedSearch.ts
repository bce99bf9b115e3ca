// Searches over the items of a scripted server. Supports enough of the query language for listings, facets and suggestions in stories.

import type { FacetMore, FacetValue, Filters, FilterValue, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import { bucketsOf, type SearchWorld } from 'stories/scripted/bucketsOf.ts';

const VIRTUAL: Readonly<Record<string, (item: Item) => Json | undefined>> = {
  created: (item) => item._c.ts,
  createdBy: (item) => item._c.creator,
  updated: (item) => item.updated,
  visibility: (item) => item.$access,
};

const valuesAt = (item: Item, key: string): readonly Json[] => {
  const value = VIRTUAL[key]?.(item) ?? item[key] ?? null;
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
};

const matches = (value: Json, wanted: FilterValue): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if ('type' in wanted || value === null || typeof value === 'object' || typeof value === 'boolean') return false;
  return (wanted.from === undefined || value >= wanted.from) && (wanted.to === undefined || value < wanted.to);
};

const hasText = (item: Item, text: FilterValue): boolean =>
  JSON.stringify(item).toLowerCase().includes(String(text).toLowerCase());

const holds = (item: Item, key: string, wanted: readonly FilterValue[]): boolean => {
  if (key === 'text') return wanted.some((text) => hasText(item, text));
  if (key === 'related') return wanted.some((id) => JSON.stringify(item).includes(`"${String(id)}"`));
  return valuesAt(item, key).some((value) => wanted.some((each) => matches(value, each)));
};

const passes = (item: Item, { must = {}, mustNot = {}, should = {}, ids }: Query): boolean => {
  if (ids && !ids.includes(item.$id)) return false;
  const isHeld = ([key, wanted]: [string, readonly FilterValue[]]): boolean => holds(item, key, wanted);
  const some = Object.entries(should);
  // Checks `must` first because it excludes most items; searching the text of an item is slower.
  return (
    Object.entries(must).every(isHeld) &&
    !Object.entries(mustNot).some(isHeld) &&
    (some.length === 0 || some.some(isHeld))
  );
};

const without = (filters: Filters | undefined, key: string): Filters =>
  Object.fromEntries(Object.entries(filters ?? {}).filter(([name]) => name !== key));

const facetOf = (
  items: readonly Item[],
  query: Query,
  { key, max = QUERY_LIMITS.facetDefault }: { readonly key: string; readonly max?: number },
  world: SearchWorld,
): readonly (FacetValue | FacetMore)[] => {
  const buckets = bucketsOf(world, String(query.must?._t?.[0]), key);
  const counts = new Map<FacetValue['value'], number>();
  for (const item of items.filter((each) => passes(each, { ...query, must: without(query.must, key) }))) {
    for (const value of valuesAt(item, key).flatMap((each): readonly Json[] => buckets?.(each) ?? [each])) {
      if (typeof value !== 'object' || value === null) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const labels = new Map(items.map(({ $id, $label }) => [$id, $label]));
  const values = [...counts].toSorted((a, b) => b[1] - a[1]);
  const shown = values.slice(0, max).map(([value, count]) => {
    const label = labels.get(String(value));
    return { value, count, ...(label !== undefined && { label }) };
  });
  return values.length > max ? [...shown, { more: values.length - max }] : shown;
};

const compare = (a: Json, b: Json): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
};

const sorted = (items: readonly Item[], { must, sort = [{ key: 'created', order: 'desc' }] }: Query): readonly Item[] =>
  items.toSorted((a, b) => {
    const text = String(must?.text?.[0] ?? '').toLowerCase();
    for (const { key, order } of sort) {
      if (key === 'match' && text !== '')
        return Number(b.$label.toLowerCase().includes(text)) - Number(a.$label.toLowerCase().includes(text));
      const found = compare(valuesAt(a, key)[0] ?? null, valuesAt(b, key)[0] ?? null) * (order === 'asc' ? 1 : -1);
      if (found !== 0) return found;
    }
    return a._i - b._i;
  });

const timesOf = (
  item: Item,
  { start, end }: { readonly start?: string; readonly end?: string } = {},
): readonly [number | null, number | null] => {
  const moment = (path: string | undefined): number | null => {
    const value = path === undefined ? null : valuesAt(item, path)[0];
    return typeof value === 'string' ? Date.parse(value) : null;
  };
  return [moment(start), moment(end)];
};

/** Returns one branch of the tree that the type declares, with the matching items and their ancestors. */
const branchOf = (items: readonly Item[], query: Query, { registry }: SearchWorld) => {
  const { parent, children } = registry?.types[String(query.must?._t?.[0])]?.view.hierarchy ?? {};
  const names = new Map(items.map((item) => [item, valuesAt(item, parent ?? children ?? '').map(String)]));
  const namesOf = (item: Item): readonly string[] => names.get(item) ?? [];
  const isAbove = (one: Item, other: Item): boolean =>
    one !== other && (parent === undefined ? namesOf(one).includes(other.$id) : namesOf(other).includes(one.$id));
  const above = (item: Item): readonly Item[] => items.filter((each) => isAbove(each, item));
  const found = new Set(items.filter((item) => passes(item, query)));
  const kept = new Set(found);
  for (const item of kept) for (const each of above(item)) kept.add(each);
  const below = (item: Item): readonly Item[] => [...kept].filter((each) => isAbove(item, each));
  const { under, above: of } = query.tree ?? {};
  const named = items.find(({ $id }) => $id === (under ?? of));
  const ancestors = new Set(named ? above(named) : []);
  for (const item of ancestors) for (const each of above(item)) ancestors.add(each);
  const starts = (): readonly Item[] => [...kept].filter((item) => above(item).length === 0);
  const rows = of === undefined ? (named ? below(named) : starts()) : [...ancestors];
  return { rows, about: (item: Item) => ({ below: below(item).length, found: found.has(item) }) };
};

export const scriptedSearch = (items: readonly Item[], query: Query, world: SearchWorld = {}): SearchAnswer => {
  const branch = query.tree && branchOf(items, query, world);
  const found = sorted(branch?.rows ?? items.filter((item) => passes(item, query)), query);
  const from = Number(query.after ?? 0);
  const to = from + (query.max ?? 50);
  const page = found.slice(from, to);
  const facets = (query.facets ?? []).map((facet) => (typeof facet === 'string' ? { key: facet } : facet));
  return {
    ids: page.map(({ $id }) => $id),
    total: found.length,
    ...(to < found.length && { after: String(to) }),
    ...(facets.length > 0 && {
      facets: Object.fromEntries(facets.map((facet) => [facet.key, facetOf(items, query, facet, world)])),
    }),
    ...(branch && { tree: page.map(branch.about) }),
    ...(query.times && { times: page.map((item) => timesOf(item, world.registry?.types[item._t]?.view.period)) }),
    ...(query.days && { times: page.map((item) => timesOf(item, world.registry?.types[item._t]?.view.schedule)) }),
    ...(query.labels && { labels: Object.fromEntries(page.map(({ $id, $label }) => [$id, $label])) }),
  };
};
