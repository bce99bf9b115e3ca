// Plans one key of a query with its values for one type: values become term ids, spans, item numbers or boxes. Rights are checked before
// (which keys exist for the asker) and after (the mask, per row), not here.

import { isLevel } from 'src/model/access/levels.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { FilterValue, RangeValue } from 'src/model/generated/wire.ts';
import { propertyAt, relationsOf } from 'src/model/schema/paths.ts';
import type { CountRule, Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import type { BaseKey, HopKey, PathKey, ResolvedKey } from 'src/model/query/queryKeys.ts';
import { resolveBucket, type Span, type Today } from 'src/model/query/buckets.ts';
import { openEnd, scaled } from 'src/model/query/timeScale.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds } from 'src/model/kinds/kindTraits.ts';
import type { Kind, Scale } from 'src/model/kinds/Kind.ts';
import type { FilterPlan } from 'src/server/search/evaluate/searchPlan.ts';
import { areasPlan, boundsPlan } from 'src/server/search/plan/areaFilters.ts';
import type { Lookups } from 'src/server/search/plan/lookups.ts';
import { countPlan, placedPlan, truthOf } from 'src/server/search/plan/relatedPlans.ts';
import { badValue } from 'src/server/search/plan/refusals.ts';
import { askedText } from 'src/server/search/text/askedText.ts';
import { isClock, isMeasured } from 'src/server/search/tablePlans.ts';
import { CREATED_BY, UPDATED_BY, VISIBILITY, termValue } from 'src/server/store/terms.ts';

export interface FilterContext {
  readonly registry: ServerRegistry;
  readonly today: Today;
  readonly lookups: Lookups;
}

/** Requested values of one key. A key may have different kinds of values in different types: a value is valid when any type accepts it. */
export interface Request {
  /** Position in the query, for a refusal. */
  readonly path: readonly (string | number)[];
  readonly values: readonly FilterValue[];
  /** Values that a type accepted; the caller refuses the others. */
  readonly taken: Set<FilterValue>;
  /** True in a `must`: a facet with `multi: all` then requires all values. */
  readonly mayBeEvery: boolean;
}

/** Every item has a creation date, and every screen may filter by its ranges. */
export const CREATED_BUCKETS = 'created';

const MATCHES_NOTHING: FilterPlan = { is: 'nothing' };
const EVERYTHING: FilterPlan = { is: 'everything' };

const isRangeValue = (value: FilterValue): value is RangeValue =>
  typeof value === 'object' && value !== null && !('type' in value);

const each = <T>({ values, taken }: Request, read: (value: Exclude<FilterValue, null>) => T | undefined): T[] =>
  values.flatMap((value) => {
    const found = value === null ? undefined : read(value);
    if (found === undefined) return [];
    taken.add(value);
    return [found];
  });

/** Throws `invalid` for the first value that no type accepted. */
export const refuseUnusedValues = ({ values, taken, path }: Request): void => {
  const index = values.findIndex((value) => value !== null && !taken.has(value));
  if (index >= 0) throw badValue([...path, index]);
};

const termsPlan = (
  context: FilterContext,
  prop: string,
  tokens: readonly string[],
  asked: Request,
  every: boolean,
): FilterPlan => {
  const ids = [...new Set(tokens)].map((token) => context.lookups.term(prop, token));
  // An unused word: "all" cannot match, and for "any" it adds nothing.
  if (every && ids.includes(undefined)) return MATCHES_NOTHING;
  return { is: 'terms', prop, terms: ids.filter((id) => id !== undefined), none: asked.values.includes(null), every };
};

const idOfValue = (value: FilterValue): string | undefined =>
  typeof value === 'string' && tryParseItemId(value) ? value : undefined;

const valueTerm = (property: Property, value: FilterValue): string | undefined => {
  if (typeof value === 'object' || typeof value === 'number') return undefined;
  if (holdsIds(property.kind)) return idOfValue(value);
  return termValue(property.kind, value);
};

const rangeSpan = (range: RangeValue, scale: Scale, zone: string): Span | undefined => {
  const from = range.from === undefined ? -Infinity : scaled(range.from, scale, zone);
  const to = range.to === undefined ? openEnd(scale) : scaled(range.to, scale, zone);
  return from === undefined || to === undefined ? undefined : { from, to };
};

interface Measured {
  readonly path: string;
  readonly scale: Scale;
  /** Key of the declared buckets. */
  readonly buckets: string | undefined;
  /** Rows that the buckets count; all rows by default. */
  readonly counted?: FilterPlan | undefined;
  readonly span?: Kind['span'];
}

/** Plans ranges, bucket names and single values. A single value that covers several days is a range. */
const measuredPlan = (
  context: FilterContext,
  { path, scale, buckets, counted, span }: Measured,
  asked: Request,
): FilterPlan => {
  const { today, registry } = context;
  const set = buckets !== undefined && Object.hasOwn(registry.buckets, buckets) ? registry.buckets[buckets] : undefined;
  const equal: number[] = [];
  const inBuckets: Span[] = [];
  const spans = each(asked, (value) => {
    if (isRangeValue(value)) return rangeSpan(value, scale, today.zone);
    const bucket = typeof value === 'string' && set ? resolveBucket(set, value, scale, today) : undefined;
    if (bucket && counted) inBuckets.push(bucket);
    if (bucket) return bucket;
    const days = typeof value === 'string' ? span?.(value) : undefined;
    if (days) return { from: days.earliest, to: days.latest + 1 };
    const single = scaled(value, scale, today.zone);
    if (single !== undefined) equal.push(single);
    return single === undefined ? undefined : { from: 0, to: 0 };
  });
  const filled = spans.filter((each) => each.from < each.to && !inBuckets.includes(each));
  const plan: FilterPlan = { is: 'spans', path, spans: filled, equal, none: asked.values.includes(null) };
  if (!counted || inBuckets.length === 0) return plan;
  const touched: FilterPlan = { is: 'spans', path, spans: inBuckets, equal: [], none: false };
  return { is: 'some', least: 1, filters: [plan, { is: 'some', least: 2, filters: [touched, counted] }] };
};

/** Every item has a count. */
const countedPlan = (
  context: FilterContext,
  count: CountRule,
  buckets: string | undefined,
  asked: Request,
): FilterPlan => {
  const measured = measuredPlan(context, { path: '', scale: 'number', buckets }, asked);
  if (measured.is !== 'spans') return MATCHES_NOTHING;
  return { is: 'counted', count: countPlan(context, count), spans: measured.spans, equal: measured.equal };
};

/** Plans a boolean property. An item without a value has the declared default, or false. */
export const truthPlan = (context: FilterContext, path: string, { default: usual }: Property): FilterPlan => {
  const term = context.lookups.term(path, String(usual !== true));
  const set: FilterPlan =
    term === undefined ? MATCHES_NOTHING : { is: 'terms', prop: path, terms: [term], none: false, every: false };
  return usual === true ? { is: 'not', filter: set } : set;
};

/** Plans a value that is true or false for every item. */
const eitherPlan = (filter: FilterPlan, asked: Request): FilterPlan => {
  const wanted = new Set(each(asked, truthOf));
  if (wanted.size !== 1) return wanted.size === 0 ? MATCHES_NOTHING : EVERYTHING;
  return wanted.has(true) ? filter : { is: 'not', filter };
};

/** Returns the rows that the buckets of a facet count, as it declares them; undefined for all. */
export const rowsInBuckets = (
  context: FilterContext,
  type: ServerItemType,
  { while: path, is }: Partial<Pick<Facet, 'while' | 'is'>> = {},
): FilterPlan | undefined => {
  const property = path === undefined ? undefined : propertyAt(type.properties, path);
  if (!property || path === undefined || !is) return undefined;
  const asked: Request = { path: [], values: is, taken: new Set(), mayBeEvery: false };
  return pathPlan(context, type, { kind: 'path', path, property, level: 'PUBLIC' }, asked);
};

const pathPlan = (context: FilterContext, type: ServerItemType, key: PathKey, asked: Request): FilterPlan => {
  const { property, path, facet } = key;
  if (property.count) return countedPlan(context, property.count, facet?.buckets, asked);
  if (isClock(property)) {
    return {
      is: 'clock',
      path,
      tokens: each(asked, (value) => (typeof value === 'string' ? value : undefined)),
      none: asked.values.includes(null),
    };
  }
  const { scale, span } = KINDS[property.kind];
  if (isMeasured(property) && scale) {
    const counted = rowsInBuckets(context, type, facet);
    return measuredPlan(context, { path, scale, buckets: facet?.buckets, counted, span }, asked);
  }
  if (KINDS[property.kind].json === 'boolean') return eitherPlan(truthPlan(context, path, property), asked);
  const tokens = each(asked, (value) => valueTerm(property, value));
  return termsPlan(context, path, tokens, asked, asked.mayBeEvery && facet?.multi === 'all');
};

const distinct = (numbers: readonly number[]): Int32Array => Int32Array.from(new Set(numbers));

const itemNumbersOf = (type: ServerItemType, ids: readonly string[]): Int32Array =>
  distinct(
    ids.flatMap((id) => {
      const key = tryParseItemId(id);
      return key?.type === type.name ? [key.number] : [];
    }),
  );

const typedTextIn = (value: FilterValue): string | undefined => (typeof value === 'string' ? value : undefined);

/** A text without a searchable word matches everything. */
const textPlan = (context: FilterContext, type: ServerItemType, asked: Request): FilterPlan => {
  const typed = each(asked, typedTextIn);
  if (!context.lookups.textsInWorker) return hitsPlan(typed.map((text) => context.lookups.hits(text, type.number)));
  const texts = typed.map(askedText);
  if (texts.includes(undefined)) return EVERYTHING;
  const questions = texts.filter((text) => text !== undefined);
  if (questions.every(({ phrases }) => phrases.length === 0)) return { is: 'text', texts: questions };
  return hitsPlan(typed.map((text) => context.lookups.hits(text, type.number)));
};

const hitsPlan = (hits: readonly (Int32Array | undefined)[]): FilterPlan => {
  if (hits.some((found) => found === undefined)) return EVERYTHING;
  const [first = new Int32Array(0), ...more] = hits as Int32Array[];
  return {
    is: 'numbers',
    numbers: more.length === 0 ? first : distinct([first, ...more].flatMap((found) => [...found])),
  };
};

const relatedPlan = (context: FilterContext, type: ServerItemType, asked: Request): FilterPlan => {
  if (asked.values.includes(null)) throw badValue(asked.path);
  const ids = each(asked, idOfValue);
  const paths = relationsOf(type.properties).map(({ path }) => path);
  const terms = paths
    .flatMap((path) => ids.map((id) => context.lookups.term(path, id)))
    .filter((id) => id !== undefined);
  return { is: 'related', terms };
};

/** Plans properties of an item for the asker: starred, unread. */
const ownPlan = (numbers: Int32Array, asked: Request): FilterPlan => {
  const values = each(asked, (value) => {
    const truth = truthOf(value);
    return truth === undefined ? undefined : truth ? 'own' : 'others';
  });
  const own: FilterPlan = { is: 'numbers', numbers };
  const isAll = values.includes('own') && (values.includes('others') || asked.values.includes(null));
  if (isAll) return EVERYTHING;
  return values.includes('own') ? own : { is: 'not', filter: own };
};

const basePlan = (
  context: FilterContext,
  type: ServerItemType,
  key: BaseKey,
  buckets: string | undefined,
  asked: Request,
): FilterPlan => {
  switch (key) {
    case '_t': {
      const names = each(asked, (value) =>
        typeof value === 'string' && Object.hasOwn(context.registry.types, value) ? value : undefined,
      );
      return names.includes(type.name) ? EVERYTHING : MATCHES_NOTHING;
    }
    case '$id':
      return { is: 'numbers', numbers: itemNumbersOf(type, each(asked, idOfValue)) };
    case 'text':
      return textPlan(context, type, asked);
    case 'created':
    case 'updated':
      return measuredPlan(context, { path: key, scale: 'instant', buckets: buckets ?? CREATED_BUCKETS }, asked);
    case 'createdBy':
      return termsPlan(context, CREATED_BY, each(asked, idOfValue), asked, false);
    case 'updatedBy':
      return termsPlan(context, UPDATED_BY, each(asked, idOfValue), asked, false);
    case 'starred':
      return ownPlan(context.lookups.stars(type.number), asked);
    case 'unreadMessages':
      return ownPlan(context.lookups.unread(), asked);
    case 'visibility':
      return termsPlan(
        context,
        VISIBILITY,
        each(asked, (value) => (isLevel(value) ? value : undefined)),
        asked,
        false,
      );
    case 'related':
      return relatedPlan(context, type, asked);
    case 'bounds':
      return boundsPlan(asked);
    case 'inArea':
      return areasPlan(context.lookups, type, asked);
    case 'hasPlace':
      return eitherPlan(placedPlan(context, type), asked);
  }
};

const hopPlan = (context: FilterContext, key: HopKey, asked: Request): FilterPlan => {
  const wanted = asked.values.filter((value) => value !== null);
  const targets = Object.entries(key.then).flatMap(([name, then]) => {
    const type = context.registry.types[name];
    if (!type) return [];
    const some = wanted.length > 0 ? planFilter(context, type, then, { ...asked, values: wanted }) : MATCHES_NOTHING;
    const none = planFilter(context, type, then, { ...asked, values: [null] });
    return [{ type: type.number, some, any: { is: 'not', filter: none } as const }];
  });
  return { is: 'hop', prop: key.relation.path, targets, none: asked.values.includes(null) };
};

/** Without values, it matches nothing, so that an emptied list never lifts a restriction. */
export const planFilter = (
  context: FilterContext,
  type: ServerItemType,
  key: ResolvedKey,
  asked: Request,
): FilterPlan => {
  if (asked.values.length === 0) return MATCHES_NOTHING;
  if (key.kind === 'path') return pathPlan(context, type, key, asked);
  return key.kind === 'hop'
    ? hopPlan(context, key, asked)
    : basePlan(context, type, key.key, key.facet?.buckets, asked);
};
