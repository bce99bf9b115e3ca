// Decides whether an item matches a query, filter by filter, in the words of docs/PROTOCOL.md.

import type { FilterValue, Filters, Query, RangeValue } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { foldedTokens, searchTokens } from 'src/model/query/searchText.ts';
import type { BucketSet } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import {
  approximateDays,
  bucketRange,
  FAR_FUTURE,
  isInside,
  onScale,
  type Extent,
  type ReferenceScale,
} from 'tests/server/search/reference/referenceDays.ts';
import {
  baseValues,
  keyOf,
  ownValues,
  scaleOf,
  valuesOfKey,
  type ReferenceKey,
  type ReferenceValue,
} from 'tests/server/search/reference/referenceValues.ts';
import {
  declaredAt,
  itemsNaming,
  jsonIn,
  relatedItems,
  relationPaths,
  typeOf,
  type ReferenceWorld,
  type VisibleItem,
} from 'tests/server/search/reference/referenceWorld.ts';

/** Returns whether all words of the text are in the item, the last one as a beginning, or the text is one of its exact values. */
const matchesText = (world: ReferenceWorld, from: VisibleItem, text: string): boolean => {
  const words = searchTokens(text).flatMap(foldedTokens);
  if (words.length === 0) return true;
  const { weights = {}, exact = [] } = typeOf(world, from.item._t)?.server.search ?? {};
  const textsAt = (paths: readonly string[]): string[] => paths.flatMap((path) => jsonIn(from, path).map(String));
  if (textsAt(exact).some((value) => foldText(value) === foldText(searchTokens(text).join(' ')))) return true;
  const own = textsAt([...Object.keys(weights), ...exact]).flatMap(foldedTokens);
  return words.every((word, at) =>
    own.some((each) => (at === words.length - 1 ? each.startsWith(word) : each === word)),
  );
};

type Position = readonly [number, number];

const positionsIn = (geometry: Json): Position[] => {
  const walk = (value: Json | undefined): Position[] => {
    if (!Array.isArray(value)) return [];
    return typeof value[0] === 'number' ? [value as unknown as Position] : (value as readonly Json[]).flatMap(walk);
  };
  return walk((geometry as { readonly coordinates?: Json }).coordinates);
};

type Sides = readonly [west: number, south: number, east: number, north: number];

const sidesOf = (positions: readonly Position[]): Sides => {
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

const geometriesOf = (world: ReferenceWorld, { item }: VisibleItem): Json[] =>
  Object.values(typeOf(world, item._t)?.properties ?? {}).flatMap(({ name, kind }) => {
    const geometry = kind === 'geometry' ? (item as Readonly<Record<string, Json>>)[name] : undefined;
    return geometry === undefined || geometry === null ? [] : [geometry];
  });

/** Compares boxes. Geometries and areas of the tests are points and rectangles, for which this is exact. */
const meetsBox = (world: ReferenceWorld, from: VisibleItem, [west, south, east, north]: Sides): boolean =>
  geometriesOf(world, from).some((geometry) => {
    const own = sidesOf(positionsIn(geometry));
    return own[0] <= east && own[2] >= west && own[1] <= north && own[3] >= south;
  });

export const hasReferencePlace = (world: ReferenceWorld, from: VisibleItem): boolean => {
  const { geometryOf } = typeOf(world, from.item._t)?.view.place ?? {};
  const holders = geometryOf === undefined ? [from] : relatedItems(world, from, geometryOf);
  return holders.some((holder) => geometriesOf(world, holder).length > 0);
};

export const bucketsOf = (world: ReferenceWorld, type: string, name: string): BucketSet | undefined => {
  const facet = typeOf(world, type)?.view.facets.find((each) => each.key === name);
  const standard = name === 'created' || name === 'updated' ? 'created' : '';
  return world.registry.buckets[facet?.buckets ?? standard];
};

/** Returns whether the buckets of a facet count the item, as the facet declares. */
export const isCountedInBuckets = (world: ReferenceWorld, from: VisibleItem, name: string): boolean => {
  const { while: path, is } = typeOf(world, from.item._t)?.view.facets.find(({ key }) => key === name) ?? {};
  const property = path === undefined ? undefined : declaredAt(world, from.item._t, path);
  if (path === undefined || !property) return true;
  const values = ownValues(world, from, { is: 'own', path, property });
  return values.some((value) => is?.map(String).includes(String(value)));
};

interface Measured {
  readonly scale: ReferenceScale;
  readonly set: BucketSet | undefined;
  readonly isApproximate: boolean;
}

const inTypedRange = (world: ReferenceWorld, value: Extent, range: RangeValue, { scale }: Measured): boolean => {
  const open = scale === 'date' || scale === 'instant' ? FAR_FUTURE : Infinity;
  return isInside(value, {
    from: range.from === undefined ? -Infinity : onScale(range.from, scale, world.zone),
    to: range.to === undefined ? open : onScale(range.to, scale, world.zone),
  });
};

const matchesMeasured = (
  world: ReferenceWorld,
  value: Extent,
  wanted: Exclude<FilterValue, null>,
  measured: Measured,
): boolean => {
  const { scale, set, isApproximate } = measured;
  if (typeof wanted === 'object') return !('type' in wanted) && inTypedRange(world, value, wanted, measured);
  const bucket = set?.buckets.find(({ key }) => key === wanted);
  if (set && bucket) return isInside(value, bucketRange(set, bucket, scale, world));
  const days = isApproximate ? approximateDays(String(wanted)) : undefined;
  if (days) return value.last >= days.first && value.first <= days.last;
  const single = onScale(typeof wanted === 'boolean' ? String(wanted) : wanted, scale, world.zone);
  return value.first <= single && value.last >= single;
};

const matchesOne = (
  world: ReferenceWorld,
  from: VisibleItem,
  name: string,
  [key, values, wanted]: readonly [ReferenceKey, readonly ReferenceValue[], FilterValue],
): boolean => {
  if (wanted === null) return values.length === 0;
  const scale = scaleOf(key);
  if (!scale) return values.includes(String(wanted));
  const isApproximate = key.is === 'own' && key.property.kind === 'approximateDate';
  const set = bucketsOf(world, from.item._t, name);
  const isBucket = set?.buckets.some((bucket) => bucket.key === wanted) === true;
  if (isBucket && !isCountedInBuckets(world, from, name)) return false;
  const measured = { scale, set, isApproximate };
  return values.some((value) => typeof value === 'object' && matchesMeasured(world, value, wanted, measured));
};

const matchesPlaces = (
  world: ReferenceWorld,
  from: VisibleItem,
  name: string,
  wanted: readonly FilterValue[],
): boolean => {
  if (name === 'bounds') return meetsBox(world, from, wanted as unknown as Sides);
  if (name === 'inArea')
    return wanted.some((area) => meetsBox(world, from, sidesOf(positionsIn(area as unknown as Json))));
  return wanted.includes(hasReferencePlace(world, from));
};

/** `isMust`: a facet that is declared with `multi: all` needs all of several values. */
const matchesKey = (
  world: ReferenceWorld,
  from: VisibleItem,
  [name, wanted]: readonly [string, readonly FilterValue[]],
  isMust: boolean,
): boolean => {
  const key = keyOf(world, from.item._t, name);
  if (wanted.length === 0) return false;
  if (!key) return wanted.includes(null);
  if (name === 'text') return wanted.some((text) => matchesText(world, from, String(text)));
  if (key.is === 'base' && ['bounds', 'inArea', 'hasPlace'].includes(name))
    return matchesPlaces(world, from, name, wanted);
  if (name === 'related') {
    const named = relationPaths(typeOf(world, from.item._t)?.properties).flatMap((path) => jsonIn(from, path));
    return wanted.some((id) => world.items.has(String(id)) && named.includes(String(id)));
  }
  if (key.is === 'hop') {
    const others = wanted.filter((value) => value !== null);
    const related = relatedItems(world, from, key.relation);
    return (
      related.some((each) => matchesKey(world, each, [key.further, others], isMust)) ||
      (wanted.includes(null) && !related.some((each) => hasValue(world, each, key.further)))
    );
  }
  const values = key.is === 'base' ? baseValues(world, from, key.key) : ownValues(world, from, key);
  const matches = (value: FilterValue): boolean => matchesOne(world, from, name, [key, values, value]);
  const facet = typeOf(world, from.item._t)?.view.facets.find((each) => each.key === name);
  const isEvery = isMust && facet?.multi === 'all' && wanted.length > 1 && !wanted.includes(null);
  return isEvery ? wanted.every(matches) : wanted.some(matches);
};

const hasValue = (world: ReferenceWorld, from: VisibleItem, name: string): boolean =>
  valuesOfKey(world, from, name).length > 0;

type Decide = (world: ReferenceWorld, from: VisibleItem) => boolean;

/** Caches decisions by world, part of a query and item: facets and sub-queries ask for the same ones again. */
const decided = new WeakMap<ReferenceWorld, WeakMap<object, Map<string, boolean>>>();

const cachedDecision = (
  world: ReferenceWorld,
  from: VisibleItem,
  [part, name]: readonly [object, string],
  decide: Decide,
) => {
  const ofWorld = decided.get(world) ?? new WeakMap<object, Map<string, boolean>>();
  decided.set(world, ofWorld);
  const ofPart = ofWorld.get(part) ?? new Map<string, boolean>();
  ofWorld.set(part, ofPart);
  const key = `${from.item.$id} ${name}`;
  const result = ofPart.get(key) ?? decide(world, from);
  ofPart.set(key, result);
  return result;
};

const filterResults = (
  world: ReferenceWorld,
  from: VisibleItem,
  filters: Filters = {},
  { isMust = false, but }: { readonly isMust?: boolean; readonly but?: string | undefined } = {},
): boolean[] =>
  Object.entries(filters)
    .filter(([name]) => name !== but)
    .map(([name, wanted]) =>
      cachedDecision(world, from, [filters, name], () => matchesKey(world, from, [name, wanted], isMust)),
    );

const subResults = (world: ReferenceWorld, from: VisibleItem, subs: Query['subs']): boolean[] =>
  Object.entries(subs ?? {}).map(([name, query]) => {
    const isForward = declaredAt(world, from.item._t, name)?.rel !== undefined;
    const others = isForward ? relatedItems(world, from, name) : itemsNaming(world, from, name);
    return others.some((other) => isRequested(other, query) && matchesQuery(world, other, query));
  });

const isRequested = ({ item }: VisibleItem, { must }: Query): boolean =>
  must?.['_t'] === undefined || (must['_t'] as readonly FilterValue[]).includes(item._t);

/** Returns whether the item matches everything but `must`. */
const matchesBesideMust = (world: ReferenceWorld, from: VisibleItem, query: Query): boolean => {
  const should = [...filterResults(world, from, query.should), ...subResults(world, from, query.subsShould)];
  return (
    (query.ids === undefined || query.ids.includes(from.item.$id)) &&
    !filterResults(world, from, query.mustNot).includes(true) &&
    !subResults(world, from, query.subs).includes(false) &&
    (should.length === 0 || should.filter(Boolean).length >= (query.minShould ?? 1))
  );
};

/** `but` leaves a key of `must` out, as its own facet does. */
export const matchesQuery = (world: ReferenceWorld, from: VisibleItem, query: Query, but?: string): boolean =>
  !filterResults(world, from, query.must, { isMust: true, but }).includes(false) &&
  cachedDecision(world, from, [query, ''], () => matchesBesideMust(world, from, query));
