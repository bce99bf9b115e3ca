// The slow reference of search: evaluates a query over whole items as one subject may see them, value by value, in the words
// of the wire contract. It shares no code with the columns; it knows the toy world's registry by name.

import type { FilterValue, Filters, Query } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { foldedTokens, searchTokens } from 'src/model/query/searchText.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Bucket, ServerRegistry } from 'src/model/schema/Registry.ts';

/** An item with what the subject may see of it, and the document number that breaks ties. */
export interface Seen {
  readonly item: Item;
  readonly n: number;
  readonly visibility: string;
  /** Mercator box is not modelled: the point itself. */
  readonly point?: readonly [number, number];
}

export type Clock = (item: Item, now: number) => string;

export interface World {
  readonly registry: ServerRegistry;
  /** Everything that the subject may see. */
  readonly seen: ReadonlyMap<ItemId, Seen>;
  readonly now: number;
  readonly clocks: Readonly<Record<string, Clock>>;
}

type Value = string | number | boolean;
const DAY = 86_400_000;

/** Caches the result of `work` for an item and a second value. Items of a world do not change and are evaluated repeatedly. */
const remembered = <Second, Answer>(work: (world: World, seen: Seen, second: Second) => Answer): typeof work => {
  const answers = new WeakMap<Seen, Map<Second, Answer>>();
  return (world, seen, second) => {
    const ofItem = answers.get(seen) ?? new Map<Second, Answer>();
    answers.set(seen, ofItem);
    const known = ofItem.get(second);
    if (known !== undefined) return known;
    const answer = work(world, seen, second);
    ofItem.set(second, answer);
    return answer;
  };
};

const flat = (value: Json | undefined): Value[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(flat);
  return typeof value === 'object' ? Object.values(value).flatMap(flat) : [value as Value];
};

const at = (value: Json | undefined, path: readonly string[]): Value[] => {
  const [name, ...rest] = path;
  if (name === undefined) return flat(value);
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => at(each, path));
  return typeof value === 'object' && value !== null ? at((value as Readonly<Record<string, Json>>)[name], rest) : [];
};

const propertyOf = (world: World, type: string, path: string): Property | undefined => {
  let property: Property | undefined;
  let inside: Readonly<Record<string, Property>> | undefined = world.registry.types[type]?.properties;
  for (const name of path.split('.')) {
    property = inside?.[name];
    inside = property?.properties;
  }
  return property;
};

const relationSplit = (world: World, type: string, key: string): { relation: string; rest: string } | undefined => {
  const parts = key.split('.');
  for (let length = 1; length < parts.length; length++) {
    const relation = parts.slice(0, length).join('.');
    if (propertyOf(world, type, relation)?.rel) return { relation, rest: parts.slice(length).join('.') };
  }
  return undefined;
};

const isMeasured = (kind: string | undefined): boolean =>
  ['integer', 'number', 'date', 'dateTime', 'approximateDate', 'time'].includes(kind ?? '');

const moment = (value: Value): number =>
  typeof value === 'number'
    ? value
    : Date.parse(
        /^\d{4}(-\d{2})?$/.test(String(value))
          ? `${String(value)}${'-01'.repeat(String(value).length === 4 ? 2 : 1)}`
          : String(value),
      );

/** An id that the subject may not see is no value of a relation. */
const named = ({ seen }: World, values: readonly Value[]): Value[] => values.filter((value) => seen.has(String(value)));

/** Values of a key as they are compared: numbers for measures and moments, folded for free text. */
export const valuesOf = remembered((world, { item, visibility }, key: string): Value[] => {
  if (key === '_t') return [item._t];
  if (key === '$id') return [item.$id];
  if (key === 'createdBy') return named(world, [item._c.creator ?? '']);
  if (key === 'visibility') return [visibility];
  if (key === 'created') return [Date.parse(item._c.ts)];
  if (key === 'updated') return [Date.parse(item.updated)];
  const clock = world.clocks[`${item._t}.${key}`];
  if (clock) return [clock(item, world.now)];
  const property = propertyOf(world, item._t, key);
  if (property) {
    const values = at(item as Json, key.split('.'));
    if (isMeasured(property.kind)) return values.map(moment);
    if (property.kind === 'relation' || property.kind === 'files') return named(world, values);
    return property.kind === 'text' ? values.map((value) => foldText(String(value))) : values;
  }
  const hop = relationSplit(world, item._t, key);
  if (!hop) return [];
  const related = at(item as Json, hop.relation.split('.')).flatMap((id) => world.seen.get(String(id)) ?? []);
  return [...new Set(related.flatMap((each) => valuesOf(world, each, hop.rest)))];
});

const kindAt = (world: World, type: string, key: string): string | undefined => {
  if (key === 'created' || key === 'updated') return 'dateTime';
  if (key === 'createdBy') return 'relation';
  const property = propertyOf(world, type, key);
  if (property) return property.kind;
  const hop = relationSplit(world, type, key);
  const targets = (hop && propertyOf(world, type, hop.relation)?.rel?.to) ?? [];
  const found = targets.flatMap((target) =>
    world.registry.types[target] ? (kindAt(world, target, hop?.rest ?? '') ?? []) : [],
  );
  return found[0];
};

const bucketsAt = (world: World, type: string, key: string): readonly Bucket[] => {
  const facet = world.registry.types[type]?.view.facets.find((each) => each.key === key);
  if (facet) return world.registry.buckets[facet.buckets ?? '']?.buckets ?? [];
  if (key === 'created') return world.registry.buckets['created']?.buckets ?? [];
  const hop = relationSplit(world, type, key);
  const targets = (hop && propertyOf(world, type, hop.relation)?.rel?.to) ?? [];
  return targets.flatMap((target) => [...bucketsAt(world, target, hop?.rest ?? '')]);
};

const bound = (value: string | number | undefined, isMoment: boolean, now: number): number | undefined => {
  if (value === undefined) return undefined;
  const duration = /^(-?)P(\d+)D$/.exec(String(value));
  if (duration) return Math.floor(now / DAY) * DAY + Number(`${duration[1] ?? ''}${duration[2] ?? '0'}`) * DAY;
  if (!isMoment) return Number(value);
  return typeof value === 'number' ? Date.UTC(value, 0, 1) : Date.parse(value);
};

const inRange = (
  value: Value,
  range: { from?: string | number; to?: string | number },
  isMoment: boolean,
  now: number,
): boolean => {
  const from = bound(range.from, isMoment, now);
  const to = bound(range.to, isMoment, now);
  return typeof value === 'number' && (from === undefined || value >= from) && (to === undefined || value < to);
};

const matchesText = remembered((world, { item }, text: string): boolean => {
  const words = searchTokens(text).flatMap(foldedTokens);
  if (words.length === 0) return true;
  const search = world.registry.types[item._t]?.server.search;
  const exact = `${foldText(searchTokens(text).join(' '))}`;
  const exacts = (search?.exact ?? []).flatMap((path) =>
    at(item as Json, path.split('.')).map((value) => foldText(String(value))),
  );
  if (exacts.includes(exact)) return true;
  const held = [...Object.keys(search?.weights ?? {}), ...(search?.exact ?? [])].flatMap((path) =>
    at(item as Json, path.split('.')).flatMap((value) => foldedTokens(String(value))),
  );
  return words.every((word, index) =>
    held.some((each) => (index === words.length - 1 ? each.startsWith(word) : each === word)),
  );
});

const isNamed = (world: World, kind: string | undefined, value: FilterValue): boolean =>
  (kind !== 'relation' && kind !== 'files') || world.seen.has(String(value));

const matchesValue = (world: World, seen: Seen, key: string, wanted: FilterValue): boolean => {
  const values = valuesOf(world, seen, key);
  if (wanted === null) return values.length === 0;
  const kind = kindAt(world, seen.item._t, key);
  const isMoment = isMeasured(kind) && kind !== 'integer' && kind !== 'number' && kind !== 'time';
  if (typeof wanted === 'object' && 'type' in wanted) return false;
  if (typeof wanted === 'object') return values.some((value) => inRange(value, wanted, isMoment, world.now));
  if (isMeasured(kind)) {
    const bucket = bucketsAt(world, seen.item._t, key).find((each) => each.key === wanted);
    if (bucket) return values.some((value) => inRange(value, bucket, isMoment, world.now));
    return values.includes(isMoment ? moment(wanted) : wanted);
  }
  if (!isNamed(world, kind, wanted)) return false;
  return values.some((value) => String(value) === (kind === 'text' ? foldText(String(wanted)) : String(wanted)));
};

const relatedIds = (world: World, { item }: Seen): string[] =>
  Object.values(world.registry.types[item._t]?.properties ?? {}).flatMap((property) => {
    if (property.rel) return at(item as Json, [property.name]).map(String);
    return Object.values(property.properties ?? {}).flatMap((member) =>
      member.rel ? at(item as Json, [property.name, member.name]).map(String) : [],
    );
  });

const matchesKey = (world: World, seen: Seen, key: string, wanted: readonly FilterValue[], group: string): boolean => {
  if (wanted.length === 0) return false;
  if (key === 'text') return wanted.some((text) => matchesText(world, seen, String(text)));
  if (key === 'related')
    return wanted.some((id) => world.seen.has(String(id)) && relatedIds(world, seen).includes(String(id)));
  if (key === 'bounds') {
    const [west = 0, south = 0, east = 0, north = 0] = wanted as number[];
    const [x, y] = seen.point ?? [Number.NaN, Number.NaN];
    return x >= west && x <= east && y >= south && y <= north;
  }
  const facet = world.registry.types[seen.item._t]?.view.facets.find((each) => each.key === key);
  if (group === 'must' && facet?.multi === 'all' && wanted.length > 1 && !wanted.includes(null))
    return wanted.every((value) => matchesValue(world, seen, key, value));
  return wanted.some((value) => matchesValue(world, seen, key, value));
};

const group = (world: World, seen: Seen, filters: Filters | undefined, name: string, but?: string): boolean[] =>
  Object.entries(filters ?? {}).flatMap(([key, wanted]) =>
    key === but ? [] : [matchesKey(world, seen, key, wanted, name)],
  );

const relatedBy = remembered((world, seen, name: string): Seen[] => {
  const property = world.registry.types[seen.item._t]?.properties[name];
  if (property?.rel) return at(seen.item as Json, [name]).flatMap((id) => world.seen.get(String(id)) ?? []);
  return [...world.seen.values()].filter((other) =>
    Object.values(world.registry.types[other.item._t]?.properties ?? {}).some(
      (each) => each.rel?.inverse === name && at(other.item as Json, [each.name]).includes(seen.item.$id),
    ),
  );
});

const subs = (world: World, seen: Seen, queries: Query['subs']): boolean[] =>
  Object.entries(queries ?? {}).map(([name, query]) =>
    relatedBy(world, seen, name).some((other) => matches(world, other, query)),
  );

/** Does it match in addition to the query's `must`? */
const matchesRest = remembered((world, seen, query: Query): boolean => {
  if (query.ids && !query.ids.includes(seen.item.$id)) return false;
  if (group(world, seen, query.mustNot, 'mustNot').includes(true)) return false;
  if (subs(world, seen, query.subs).includes(false)) return false;
  const should = [...group(world, seen, query.should, 'should'), ...subs(world, seen, query.subsShould)];
  return should.length === 0 || should.filter(Boolean).length >= (query.minShould ?? 1);
});

/** Does a visible item match? `but` leaves one `must` key out, as that key's own facet does. */
export const matches = (world: World, seen: Seen, query: Query, but?: string): boolean =>
  !group(world, seen, query.must, 'must', but).includes(false) && matchesRest(world, seen, query);

const generalTypes = (world: World): string[] =>
  Object.values(world.registry.types)
    .filter((type) => !type.server.search.excludeGeneralSearch)
    .map(({ name }) => name);

const typesOf = (world: World, query: Query): string[] => {
  const named =
    (query.must?.['_t'] as string[] | undefined) ??
    (query.ids ?? (query.must?.['$id'] as string[] | undefined))?.map((id) => id.split('-')[0] ?? '');
  return named ?? generalTypes(world);
};

const order = (a: Value | undefined, b: Value | undefined, descending: boolean): number => {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
};

const sortValue = (world: World, seen: Seen, key: string): Value | undefined => {
  if (key === 'updatedBy') {
    const person = world.seen.get(String(seen.item.updatedBy));
    return person && sortValue(world, person, 'name');
  }
  const path = world.registry.types[seen.item._t]?.view.sorts.find((each) => each.key === key)?.path ?? key;
  const [first] = valuesOf(world, seen, path);
  const kind = propertyOf(world, seen.item._t, path)?.kind;
  return typeof first === 'string' && (kind === 'text' || kind === 'language')
    ? `${foldText(String(at(seen.item as Json, path.split('.'))[0]))}\u0001${String(at(seen.item as Json, path.split('.'))[0])}`
    : first;
};

export const searchOracle = (world: World, query: Query): { ids: ItemId[]; total: number } => {
  const types = typesOf(world, query);
  const found = [...world.seen.values()].filter((seen) => types.includes(seen.item._t) && matches(world, seen, query));
  const sorts = query.sort?.length ? query.sort : [{ key: 'created', order: 'desc' as const }];
  found.sort((a, b) => {
    for (const { key, order: direction } of sorts) {
      const by = order(sortValue(world, a, key), sortValue(world, b, key), direction === 'desc');
      if (by !== 0) return by;
    }
    return b.n - a.n;
  });
  return { ids: found.map(({ item }) => item.$id), total: found.length };
};

/** Counts per value of one facet; `null` counts the items without a value. */
export const facetOracle = (world: World, query: Query, key: string): Map<Value | null, number> => {
  const counts = new Map<Value | null, number>();
  const add = (value: Value | null): void => void counts.set(value, (counts.get(value) ?? 0) + 1);
  const types =
    key === '_t' ? new Set([...typesOf(world, query), ...generalTypes(world)]) : new Set(typesOf(world, query));
  for (const seen of world.seen.values()) {
    if (!types.has(seen.item._t) || !matches(world, seen, query, key)) continue;
    const kind = kindAt(world, seen.item._t, key);
    if (kind === undefined && key !== '_t' && key !== 'visibility') continue;
    const values = [...new Set(valuesOf(world, seen, key))];
    if (values.length === 0) add(null);
    else if (isMeasured(kind)) {
      const isMoment = kind !== 'integer' && kind !== 'number' && kind !== 'time';
      for (const bucket of bucketsAt(world, seen.item._t, key))
        if (values.some((value) => inRange(value, bucket, isMoment, world.now))) add(bucket.key);
    } else for (const value of values) if (isNamed(world, kind, value)) add(value);
  }
  return counts;
};
