// Random queries over everything that the declarations allow: filters of every kind of key, keys behind relations, sub-queries in both
// directions, facets, sorts and pairs. Values come from the items that exist, so that many queries match something.

import type { SeededRandom } from 'src/base/seededRandom.ts';
import type { FilterValue, Query } from 'src/model/generated/wire.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { randomWord, RANDOM_TYPES } from 'tests/server/search/reference/randomItems.ts';
import { bucketsOf } from 'tests/server/search/reference/referenceMatches.ts';
import { keyOf, scaleOf, type ReferenceKey } from 'tests/server/search/reference/referenceValues.ts';
import {
  declaredAt,
  firstHop,
  jsonIn,
  relationPaths,
  typeOf,
  type ReferenceWorld,
} from 'tests/server/search/reference/referenceWorld.ts';

export interface QuerySource {
  readonly random: SeededRandom;
  /** All items, for values. */
  readonly world: ReferenceWorld;
  /** Visitors may not use keys of restricted properties. */
  readonly isVisitor: boolean;
}

const BASE_FILTERS = ['created', 'createdBy', 'visibility', 'related', 'text', 'bounds', 'updated', 'updatedBy', '$id'];
const PLACE_FILTERS = ['inArea', 'hasPlace'];
const BASE_FACETS = ['_t', 'created', 'createdBy', 'visibility'];
const MAX_HOPS = 2;
const MAX_SUB_DEPTH = 2;
const DAY = 86_400_000;

const targetsOf = ({ world }: QuerySource, property: Property | undefined): string[] =>
  (property?.rel?.to ?? [])
    .map((name) => (name === '$owner' ? (world.registry.ownerType ?? '') : name))
    .filter((name) => RANDOM_TYPES.includes(name));

/** Returns whether the key exists for the subject: no restricted property is on its way. */
const isOpen = (source: QuerySource, type: string, key: string): boolean => {
  if (!source.isVisitor) return true;
  const hop = declaredAt(source.world, type, key) ? undefined : firstHop(source.world, type, key);
  const own = declaredAt(source.world, type, hop?.relation ?? key);
  const needed = [own, ...(own?.computed?.from ?? []).map((path) => declaredAt(source.world, type, path))];
  if (needed.some((property) => (property?.level ?? 'PUBLIC') !== 'PUBLIC')) return false;
  return !hop || targetsOf(source, own).every((target) => isOpen(source, target, hop.further));
};

const declaredKeys = (source: QuerySource, type: string): string[] => {
  const view = typeOf(source.world, type)?.view;
  const facets = (view?.facets ?? []).flatMap(({ key, admin, capability }) =>
    admin === true || capability !== undefined ? [] : [key],
  );
  return [...facets, ...(view?.filters ?? [])].filter((key) => declaredAt(source.world, type, key));
};

/** Returns relations of a type that lead to types of the test, and to no other. */
const hopRelations = (source: QuerySource, type: string): string[] =>
  relationPaths(typeOf(source.world, type)?.properties).filter((path) => {
    const property = declaredAt(source.world, type, path);
    return property?.rel !== undefined && targetsOf(source, property).length === property.rel.to.length;
  });

const randomKey = (source: QuerySource, type: string, hops = 0): string => {
  const { random } = source;
  const relations = hopRelations(source, type);
  if (hops < MAX_HOPS && relations.length > 0 && random.chance(0.2)) {
    const relation = random.pick(relations);
    const [target = ''] = targetsOf(source, declaredAt(source.world, type, relation));
    return `${relation}.${randomKey(source, target, hops + 1)}`;
  }
  const own = declaredKeys(source, type);
  if (own.length > 0 && random.chance(0.7)) return random.pick(own);
  return random.pick(hops === 0 ? [...BASE_FILTERS, ...PLACE_FILTERS] : ['created', 'createdBy', 'visibility']);
};

const typedDay = (random: SeededRandom): string =>
  new Date(Date.now() + random.whole(-220, 220) * DAY).toISOString().slice(0, 10);

const rangeOf = (random: SeededRandom, value: () => string | number): FilterValue => {
  const [from, to] = [value(), value()];
  return random.pick([{ from }, { to }, { from, to }]);
};

const measuredValue = (source: QuerySource, type: string, name: string, key: ReferenceKey): FilterValue => {
  const { random, world } = source;
  const buckets = bucketsOf(world, type, name)?.buckets ?? [];
  if (buckets.length > 0 && random.chance(0.5)) return random.pick(buckets).key;
  const scale = scaleOf(key);
  const isApproximate = key.is === 'own' && key.property.kind === 'approximateDate';
  if (scale === 'number') {
    const number = (): number => random.whole(0, 40) / 4;
    return random.chance(0.5) ? random.whole(0, 4) : rangeOf(random, number);
  }
  if (isApproximate)
    return random.chance(0.3)
      ? random.pick(['1910', '1987-05', '191X'])
      : rangeOf(random, () => random.whole(1840, 2010));
  if (scale === 'date' && random.chance(0.3)) return typedDay(random);
  return rangeOf(random, () => typedDay(random));
};

const existingValue = ({ random, world }: QuerySource, type: string, path: string): FilterValue => {
  const values = [...world.items.values()].filter(({ item }) => item._t === type).flatMap((each) => jsonIn(each, path));
  return values.length === 0 || random.chance(0.05) ? 'Belonging-999999' : (random.pick(values) as FilterValue);
};

const anyId = ({ random, world }: QuerySource, type?: string): string => {
  const ids = [...world.items.keys()].filter((id) => type === undefined || id.startsWith(`${type}-`));
  return ids.length === 0 || random.chance(0.05) ? `${type ?? 'Belonging'}-999999` : random.pick(ids);
};

const area = ({ random }: QuerySource): FilterValue => {
  const [west, south] = [random.whole(-135, -60), random.whole(35, 70)];
  const [east, north] = [west + random.whole(1, 40), south + random.whole(1, 15)];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] } as unknown as FilterValue;
};

const randomText = ({ random }: QuerySource): string => {
  const first = randomWord(random);
  return random.pick([
    first,
    first.slice(0, 3),
    `${first} ${randomWord(random).slice(0, 2)}`,
    `${randomWord(random)} ${first} ${randomWord(random)}`,
    `PB ${random.whole(1, 20)}.${random.whole(1, 3)}`,
    `C-${random.whole(1, 9)}`,
    '*',
    'zz',
  ]);
};

const wordValues: Readonly<Record<string, (source: QuerySource, type: string) => FilterValue[]>> = {
  bounds: ({ random }) => {
    const [west, south] = [random.whole(-140, -70), random.whole(35, 60)];
    return [west, south, west + random.whole(1, 60), south + random.whole(1, 25)];
  },
  inArea: (source) => [area(source)],
  hasPlace: ({ random }) => [random.chance(0.5)],
  text: (source) => Array.from({ length: source.random.whole(1, 2) }, () => randomText(source)),
  related: (source) => [anyId(source), anyId(source)],
  $id: (source, type) => [anyId(source, type), anyId(source, type), anyId(source, type)],
  createdBy: (source) => [anyId(source, 'User')],
  updatedBy: (source) => [anyId(source, 'User')],
  visibility: ({ random }) => [random.pick(['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'])],
};

/** Returns the type and the key at the end of a key over relations. */
const endOf = (source: QuerySource, type: string, name: string): { readonly type: string; readonly name: string } => {
  const hop = declaredAt(source.world, type, name) ? undefined : firstHop(source.world, type, name);
  const [target] = hop ? targetsOf(source, declaredAt(source.world, type, hop.relation)) : [];
  return hop && target !== undefined ? endOf(source, target, hop.further) : { type, name };
};

const valuesFor = (source: QuerySource, type: string, whole: string): FilterValue[] => {
  const { random, world } = source;
  const end = endOf(source, type, whole);
  const base = wordValues[end.name];
  if (base) return base(source, end.type);
  const key = keyOf(world, end.type, end.name);
  if (!key) return ['NEVER-1'];
  const value = (): FilterValue => {
    if (scaleOf(key)) return measuredValue(source, end.type, end.name, key);
    if (key.is === 'own' && key.property.computed?.clock === true)
      return random.pick(['PENDING', 'ONGOING', 'PAST', 'CANCELLED']);
    if (key.is === 'own' && key.property.kind === 'boolean') return random.chance(0.5);
    return existingValue(source, end.type, end.name);
  };
  const isNullable = key.is === 'own' && !key.property.count;
  return Array.from({ length: random.whole(1, 3) }, () => (isNullable && random.chance(0.2) ? null : value()));
};

type QueryFilters = Record<string, FilterValue[]>;

const randomFilters = (source: QuerySource, type: string, most: number): QueryFilters => {
  const keys = Array.from({ length: source.random.whole(0, most) }, () => randomKey(source, type));
  const usable = keys.filter((key) => isOpen(source, type, key) && keyOf(source.world, type, key));
  return Object.fromEntries(usable.map((key) => [key, valuesFor(source, type, key)]));
};

/** Returns names of relations for sub-queries: own ones, and those of other types that lead here. */
const subNames = (source: QuerySource, type: string): (readonly [name: string, other: string])[] => {
  const forward = hopRelations(source, type)
    .filter((path) => !path.includes('.') && isOpen(source, type, path))
    .map((path) => [path, targetsOf(source, declaredAt(source.world, type, path))[0] ?? ''] as const);
  const inverse = RANDOM_TYPES.flatMap((other) =>
    hopRelations(source, other).flatMap((path) => {
      const property = declaredAt(source.world, other, path);
      const isHere = targetsOf(source, property).includes(type) && isOpen(source, other, path);
      const { inverse: name } = property?.rel ?? {};
      return isHere && name !== undefined && !declaredAt(source.world, type, name) ? [[name, other] as const] : [];
    }),
  );
  return [...forward, ...inverse];
};

const randomSubs = (source: QuerySource, type: string, depth: number): Record<string, object> => {
  const names = subNames(source, type);
  if (depth === 0 || names.length === 0 || !source.random.chance(0.25)) return {};
  const [name, other] = source.random.pick(names);
  // Several types can have a relation with this inverse name; the filters are those of one of them.
  return { [name]: randomPart(source, other, depth - 1, { _t: [other] }) };
};

const randomPart = (source: QuerySource, type: string, depth: number, must: QueryFilters): object => {
  const { random } = source;
  // A query may have five sub-queries in all.
  const subsShould = depth === MAX_SUB_DEPTH && random.chance(0.3) ? randomSubs(source, type, depth) : {};
  return {
    must: { ...randomFilters(source, type, 2), ...must },
    ...(random.chance(0.3) && { should: randomFilters(source, type, 2) }),
    ...(random.chance(0.3) && { mustNot: randomFilters(source, type, 1) }),
    ...(random.chance(0.15) && { minShould: random.whole(0, 2) }),
    subs: randomSubs(source, type, depth),
    subsShould,
  };
};

/** Returns keys of facets of the type that the subject may use. */
export const randomFacets = (source: QuerySource, type: string, most: number): string[] => {
  const { random, world } = source;
  const view = typeOf(world, type)?.view.facets ?? [];
  const own = view.flatMap(({ key, admin, capability }) => (admin === true || capability !== undefined ? [] : [key]));
  const behind = hopRelations(source, type).map((path) => {
    const [target = ''] = targetsOf(source, declaredAt(world, type, path));
    return `${path}.${random.pick(declaredKeys(source, target))}`;
  });
  const isFacet = (key: string): boolean => {
    const end = endOf(source, type, key);
    const found = keyOf(world, end.type, end.name);
    const isCounted = found !== undefined && (!scaleOf(found) || bucketsOf(world, end.type, end.name) !== undefined);
    return isCounted && isOpen(source, type, key) && keyOf(world, type, key) !== undefined;
  };
  return random.some([...new Set([...own, ...BASE_FACETS, ...behind])].filter(isFacet), random.whole(0, most));
};

const randomSort = (source: QuerySource, type: string): Query['sort'] => {
  const { random, world } = source;
  const own = (typeOf(world, type)?.view.sorts ?? []).filter(({ path }) => isOpen(source, type, path));
  const keys = [...own.map(({ key }) => key), 'created', 'updated', 'updatedBy'];
  return random.some(keys, random.whole(0, 2)).map((key) => ({ key, order: random.pick(['asc', 'desc'] as const) }));
};

/** Few values show which are left out. */
const FACET_SIZES = [1, 2, 1000];
export const MOST_IDS = 1000;

export const randomQuery = (source: QuerySource): { readonly type: string; readonly query: Query } => {
  const { random } = source;
  const type = random.pick(RANDOM_TYPES);
  const part = randomPart(source, type, MAX_SUB_DEPTH, { _t: [type] });
  const facets = randomFacets(source, type, 4).map((key) => ({ key, max: random.pick(FACET_SIZES) }));
  return { type, query: { ...part, facets, sort: randomSort(source, type), max: MOST_IDS } as unknown as Query };
};
