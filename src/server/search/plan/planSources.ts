// Plans facets and sorts of a query per item type: sources of values, and the meaning of a facet's values in the answer.

import type { DeclaredPeriod } from 'src/model/generated/declaredDisplays.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { BEST_MATCH, resolveKey, resolveSort, type ResolvedKey } from 'src/model/query/queryKeys.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import { bucketSpan } from 'src/model/query/buckets.ts';
import { utcDayIn, startOfDay, utcDay } from 'src/model/query/timeScale.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds } from 'src/model/kinds/kindTraits.ts';
import type { Scale } from 'src/model/kinds/Kind.ts';
import type { CountRule } from 'src/model/schema/Property.ts';
import type { BucketSet, ServerItemType } from 'src/model/schema/Registry.ts';
import type { FilterPlan, SortSource, SourcePlan, TreePlan } from 'src/server/search/evaluate/searchPlan.ts';
import { countPlan, placedPlan } from 'src/server/search/plan/relatedPlans.ts';
import type { PlanContext } from 'src/server/search/plan/planCondition.ts';
import { rowsInBuckets, CREATED_BUCKETS, truthPlan } from 'src/server/search/plan/planFilter.ts';
import { badValue, unknownKey } from 'src/server/search/plan/refusals.ts';
import { isClock, isMeasured } from 'src/server/search/tablePlans.ts';
import { CREATED_BY, UPDATED_BY, VISIBILITY } from 'src/server/store/terms.ts';

type Types = readonly ServerItemType[];

/**
 * Meaning of a counted value: an item's id with its label, true or false, a bucket's key, a type's name, or a plain word.
 */
export type FacetMeaning = 'item' | 'test' | 'bucket' | 'type' | 'word';

export interface FacetPlan {
  readonly key: string;
  readonly max: number;
  readonly text: string | undefined;
  readonly meaning: FacetMeaning;
  /** Keys of the buckets in order. */
  readonly buckets: readonly string[];
  /** Sources by type name. */
  readonly sources: ReadonlyMap<string, SourcePlan>;
}

/** Key of a set of buckets, or a number of months. */
type Divided = string | number | undefined;

interface FacetSource {
  readonly source: SourcePlan;
  readonly meaning: FacetMeaning;
  readonly buckets: readonly string[];
}

const bucketsOf = (context: PlanContext, scale: Scale, setKey: string | undefined) => {
  const set: BucketSet | undefined =
    setKey !== undefined && Object.hasOwn(context.registry.buckets, setKey)
      ? context.registry.buckets[setKey]
      : undefined;
  if (!set) return undefined;
  return {
    buckets: set.buckets.map((bucket) => bucketSpan(set, bucket, scale, context.today)),
    keys: set.buckets.map(({ key }) => key),
  };
};

/** Returns buckets of months, up to the present one. */
const monthsOf = ({ today: { now, zone } }: PlanContext, scale: Scale, months: number) => {
  const day = new Date(utcDayIn(zone, now));
  const firstOf = (back: number): number => utcDay(day.getUTCFullYear(), day.getUTCMonth() + 1 - back);
  const onScale = (at: number): number => (scale === 'instant' ? startOfDay(zone, at) : at);
  const back = Array.from({ length: months }, (_, index) => months - 1 - index);
  return {
    buckets: back.map((each) => ({ from: onScale(firstOf(each)), to: onScale(firstOf(each - 1)) })),
    keys: back.map((each) => new Date(firstOf(each)).toISOString().slice(0, 7)),
  };
};

const spans = (
  context: PlanContext,
  { path, scale, counted }: { readonly path: string; readonly scale: Scale; readonly counted?: FilterPlan | undefined },
  setKey: Divided,
): FacetSource | undefined => {
  const found = typeof setKey === 'number' ? monthsOf(context, scale, setKey) : bucketsOf(context, scale, setKey);
  const source = found && { from: 'spans' as const, path, buckets: found.buckets, while: counted };
  return source && { source, meaning: 'bucket', buckets: found.keys };
};

const counted = (context: PlanContext, count: CountRule, setKey: string | undefined): FacetSource | undefined => {
  const found = bucketsOf(context, 'number', setKey);
  const source = found && { from: 'counted' as const, count: countPlan(context, count), buckets: found.buckets };
  return source && { source, meaning: 'bucket', buckets: found.keys };
};

const terms = (prop: string, meaning: FacetMeaning): FacetSource => ({
  source: { from: 'terms', prop },
  meaning,
  buckets: [],
});

const facetOf = (
  context: PlanContext,
  type: ServerItemType,
  key: ResolvedKey,
  months?: number,
): FacetSource | undefined => {
  if (key.kind === 'hop') return facetBehind(context, key);
  if (key.kind === 'base') {
    if (key.key === 'hasPlace')
      return { source: { from: 'test', filter: placedPlan(context, type) }, meaning: 'test', buckets: [] };
    if (key.key === '_t') return { source: { from: 'type' }, meaning: 'type', buckets: [] };
    if (key.key === 'createdBy') return terms(CREATED_BY, 'item');
    if (key.key === 'updatedBy') return terms(UPDATED_BY, 'item');
    if (key.key === 'visibility') return terms(VISIBILITY, 'word');
    return key.key === 'created' || key.key === 'updated'
      ? spans(context, { path: key.key, scale: 'instant' }, months ?? key.facet?.buckets ?? CREATED_BUCKETS)
      : undefined;
  }
  const { property, path, facet } = key;
  if (property.count) return counted(context, property.count, facet?.buckets);
  if (isClock(property)) return { source: { from: 'clock', path }, meaning: 'word', buckets: [] };
  const scale = KINDS[property.kind].scale;
  if (isMeasured(property) && scale) {
    const counted = months === undefined ? rowsInBuckets(context, type, facet) : undefined;
    return spans(context, { path, scale, counted }, months ?? facet?.buckets);
  }
  if (holdsIds(property.kind)) return terms(path, 'item');
  if (KINDS[property.kind].json === 'boolean')
    return { source: { from: 'test', filter: truthPlan(context, path, property) }, meaning: 'test', buckets: [] };
  return terms(path, 'word');
};

const facetBehind = (context: PlanContext, key: Extract<ResolvedKey, { kind: 'hop' }>): FacetSource | undefined => {
  const found = Object.entries(key.then).flatMap(([name, then]) => {
    const type = context.registry.types[name];
    const behind = type && facetOf(context, type, then);
    return behind ? [{ type: type.number, behind }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const alike = found.filter(({ behind }) => sameMeaning(behind, first.behind));
  return {
    ...first.behind,
    source: {
      from: 'hop',
      prop: key.relation.path,
      targets: alike.map(({ type, behind }) => ({ type, source: behind.source })),
    },
  };
};

const sameMeaning = (a: FacetSource, b: FacetSource): boolean =>
  a.meaning === b.meaning && a.source.from === b.source.from && a.buckets.join('\n') === b.buckets.join('\n');

/** Facet of a query, or by months when the server asks itself. */
export type FacetRequest = NonNullable<Query['facets']>[number] | MonthsRequest;

export interface MonthsRequest {
  readonly key: string;
  readonly months: number;
}

/** Returns the key of a facet in the answer. */
export const requestKey = (facet: FacetRequest): string => {
  if (typeof facet === 'string') return facet;
  return 'months' in facet ? `${facet.key} ${facet.months}` : facet.key;
};

interface RequestedFacet {
  readonly key: string;
  readonly months: number | undefined;
  readonly index: number;
  readonly max: number;
  readonly text: string | undefined;
}

/** Returns facets by key: the first of several requests for a key counts. */
const requestedFacets = (facets: readonly FacetRequest[]): Map<string, RequestedFacet> => {
  const facetsByKey = new Map<string, RequestedFacet>();
  facets.forEach((facet, index) => {
    const wish: Partial<RequestedFacet> & { readonly key: string } = typeof facet === 'string' ? { key: facet } : facet;
    const { key, max = QUERY_LIMITS.facetDefault, text, months } = wish;
    const name = requestKey(facet);
    if (!facetsByKey.has(name)) facetsByKey.set(name, { key, index, max, text, months });
  });
  return facetsByKey;
};

export const planFacets = (context: PlanContext, types: Types, facets: readonly FacetRequest[] = []): FacetPlan[] =>
  [...requestedFacets(facets)].map(([name, { key, index, max, text, months }]) => {
    const found = types.flatMap((type) => {
      const resolved = resolveKey(context.registry, type, key, context.asker);
      const meaning = resolved && facetOf(context, type, resolved, months);
      return meaning ? [{ type, meaning }] : [];
    });
    const [first] = found;
    if (!first) throw unknownKey(['facets', index]);
    const alike = found.filter(({ meaning }) => sameMeaning(meaning, first.meaning));
    return {
      key: name,
      max: Math.min(max, QUERY_LIMITS.facetMax),
      text,
      meaning: first.meaning.meaning,
      buckets: first.meaning.buckets,
      sources: new Map(alike.map(({ type, meaning }) => [type.name, meaning.source])),
    };
  });

export interface SortPlan {
  readonly key: string;
  readonly descending: boolean;
  /** Day from which a date is sorted, if the nearest day comes first. */
  readonly nearest?: string | undefined;
  readonly sources: ReadonlyMap<string, SortSource>;
}

const sortSource = (context: PlanContext, key: ResolvedKey): SortSource => {
  if (key.kind === 'base') return { from: 'value', path: key.key };
  if (key.kind === 'path') {
    const { count } = key.property;
    return count ? { from: 'counted', count: countPlan(context, count) } : { from: 'value', path: key.path };
  }
  const targets = Object.entries(key.then).flatMap(([name, then]) => {
    const type = context.registry.types[name];
    return type ? [{ type: type.number, source: sortSource(context, then) }] : [];
  });
  return { from: 'hop', prop: key.relation.path, targets };
};

const NEWEST_FIRST: Query['sort'] = [{ key: 'created', order: 'desc' }];

export const planSorts = (context: PlanContext, types: Types, sort: Query['sort']): SortPlan[] =>
  (sort && sort.length > 0 ? sort : NEWEST_FIRST).map(({ key, order, nearest }, index) => {
    const sources = new Map<string, SortSource>();
    if (key === BEST_MATCH) {
      for (const type of types) {
        const scores = context.lookups.scores(type.number);
        if (scores) sources.set(type.name, { from: 'scores', scores });
      }
      return { key, descending: order === 'desc', sources };
    }
    for (const type of types) {
      const resolved = resolveSort(context.registry, type, key, context.asker);
      if (!resolved) continue;
      const source = sortSource(context, resolved);
      const isDay = nearest !== undefined && source.from === 'value';
      sources.set(type.name, isDay ? { from: 'nearest', path: source.path, day: Date.parse(nearest) } : source);
    }
    if (sources.size === 0) throw unknownKey(['sort', index, 'key']);
    return { key, descending: nearest === undefined && order === 'desc', nearest, sources };
  });

const NO_TIME: SortSource = { from: 'none' };

/** Plans start and end of a type's timeline or calendar. Restricted values are excluded, because reading them would have to be audited. */
export const planTimes = (
  { properties }: ServerItemType,
  { start, end }: Partial<Pick<DeclaredPeriod, 'start' | 'end'>> = {},
): readonly SortSource[] => {
  const covers = (path: string | undefined): boolean => {
    const property = path === undefined ? undefined : propertyAt(properties, path);
    return property !== undefined && KINDS[property.kind].span !== undefined;
  };
  return [start, end ?? (covers(start) ? start : undefined)].map((path, at): SortSource => {
    if (path === undefined) return NO_TIME;
    if (path === 'created' || path === 'updated') return { from: 'value', path };
    const property = propertyAt(properties, path);
    const sources = [path, ...(property?.computed?.from ?? [])];
    const isOpen = sources.every((each) => (propertyAt(properties, each)?.level ?? 'PUBLIC') === 'PUBLIC');
    if (!property || !isMeasured(property) || !isOpen) return NO_TIME;
    return covers(path) ? { from: 'edge', path, edge: at === 0 ? 'start' : 'end' } : { from: 'value', path };
  });
};

/** Plans the requested branch for the one type with a tree. */
export const planTree = (types: Types, tree: Query['tree']): TreePlan | undefined => {
  if (!tree) return undefined;
  const [type] = types;
  const { parent, children } = type?.view.hierarchy ?? {};
  const prop = parent ?? children;
  if (!type || types.length > 1 || prop === undefined) throw badValue(['tree']);
  const numberOf = (where: 'under' | 'above'): number | undefined => {
    const id = tree[where];
    if (id === undefined) return undefined;
    const key = tryParseItemId(id);
    if (key?.type !== type.name) throw badValue(['tree', where]);
    return key.number;
  };
  return { type: type.number, prop, down: children !== undefined, under: numberOf('under'), above: numberOf('above') };
};
