// Values of a key of a query for one visible item: texts, or extents for everything that is measured.

import type { Json } from 'src/model/item/Item.ts';
import type { CountRule, Property } from 'src/model/schema/Property.ts';
import { foldText } from 'src/model/text/foldText.ts';
import {
  approximateDays,
  onScale,
  type Extent,
  type ReferenceScale,
} from 'tests/server/search/reference/referenceDays.ts';
import {
  cachedBy,
  declaredAt,
  firstHop,
  holdersOf,
  jsonIn,
  relatedItems,
  typeOf,
  type ReferenceWorld,
  type VisibleItem,
} from 'tests/server/search/reference/referenceWorld.ts';

export type ReferenceValue = string | Extent;

const SCALES: Readonly<Partial<Record<Property['kind'], ReferenceScale>>> = {
  ...{ integer: 'number', number: 'number', date: 'date', approximateDate: 'date', dateTime: 'instant', time: 'time' },
};

const point = (value: number): Extent => ({ first: value, last: value });

/** Meaning of a key for one type: a base key, an own property, or a relation with a key of the related items. */
export type ReferenceKey =
  | { readonly is: 'base'; readonly key: string }
  | { readonly is: 'own'; readonly path: string; readonly property: Property }
  | { readonly is: 'hop'; readonly relation: string; readonly further: string };

const BASE: ReadonlySet<string> = new Set(
  '_t $id text created updated createdBy updatedBy visibility related bounds inArea hasPlace'.split(' '),
);

const resolvedKey = (world: ReferenceWorld, type: string, key: string): ReferenceKey | undefined => {
  if (BASE.has(key)) return key === 'hasPlace' && !typeOf(world, type)?.view.place ? undefined : { is: 'base', key };
  const view = typeOf(world, type)?.view;
  const property = declaredAt(world, type, key);
  if (property && (view?.facets.some((facet) => facet.key === key) || view?.filters.includes(key)))
    return { is: 'own', path: key, property };
  const hop = firstHop(world, type, key);
  const isReached = declaredAt(world, type, hop?.relation ?? '')?.rel?.to.some((target) =>
    (target === '*'
      ? Object.keys(world.registry.types)
      : [target === '$owner' ? world.registry.ownerType : target]
    ).some((name) => name !== undefined && keyOf(world, name, hop?.further ?? '')),
  );
  return hop && isReached === true ? { is: 'hop', ...hop } : undefined;
};

const cachedKey = cachedBy((world: ReferenceWorld, name: string) => {
  const [type = '', key = ''] = name.split(' ');
  return resolvedKey(world, type, key);
});

export const keyOf = (world: ReferenceWorld, type: string, key: string): ReferenceKey | undefined =>
  cachedKey(world, `${type} ${key}`);

/** Returns the scale of a measured key; undefined for words. Looks behind relations of the item. */
export const scaleOf = (key: ReferenceKey): ReferenceScale | undefined => {
  if (key.is === 'base') return key.key === 'created' || key.key === 'updated' ? 'instant' : undefined;
  return key.is === 'own' && key.property.computed?.clock !== true ? SCALES[key.property.kind] : undefined;
};

/** Returns the visible items of any type that name this one at a path. */
const itemsNamingAt = (world: ReferenceWorld, from: VisibleItem, path: string): VisibleItem[] =>
  Object.keys(world.registry.types).flatMap((type) => holdersOf(world, from.item.$id, [type, path]));

/** Counts the visible items that the item names, or that name it, also through one more relation. */
const countOf = (world: ReferenceWorld, from: VisibleItem, { type, path, through }: CountRule): number => {
  if (type === undefined) return relatedItems(world, from, path).length;
  const direct = holdersOf(world, from.item.$id, [type, path]);
  const between = through === undefined ? [] : itemsNamingAt(world, from, path);
  const behind = between.flatMap((each) => holdersOf(world, each.item.$id, [type, through ?? '']));
  return new Set([...direct, ...behind]).size;
};

const extentOf = (property: Property, value: Json): Extent[] => {
  if (property.kind === 'approximateDate') {
    const days = approximateDays(String(value));
    return days ? [days] : [];
  }
  const scale = SCALES[property.kind];
  return scale ? [point(onScale(value as string | number, scale, 'UTC'))] : [];
};

export const ownValues = (
  world: ReferenceWorld,
  from: VisibleItem,
  { path, property }: Extract<ReferenceKey, { is: 'own' }>,
): ReferenceValue[] => {
  if (property.count) return [point(countOf(world, from, property.count))];
  if (property.computed?.clock === true)
    return [world.clocks[`${from.item._t}.${path}`]?.(from.item, world.now) ?? []].flat();
  const values = jsonIn(from, path);
  if (property.kind === 'boolean') return [String(values[0] ?? property.default ?? false)];
  if (SCALES[property.kind]) return values.flatMap((value) => extentOf(property, value));
  if (property.kind === 'relation' || property.kind === 'files')
    return values.map(String).filter((id) => world.items.has(id));
  return values.map(String).filter((value) => value !== '');
};

export const baseValues = (world: ReferenceWorld, { item, visibility }: VisibleItem, key: string): ReferenceValue[] => {
  const visibleId = (id: string | undefined): string[] => (id !== undefined && world.items.has(id) ? [id] : []);
  if (key === '_t') return [item._t];
  if (key === '$id') return [item.$id];
  if (key === 'createdBy') return visibleId(item._c.creator);
  if (key === 'updatedBy') return visibleId(item.updatedBy);
  if (key === 'visibility') return [visibility];
  if (key === 'created') return [point(Date.parse(item._c.ts))];
  return key === 'updated' ? [point(Date.parse(item.updated))] : [];
};

/** Returns the values of a key, also behind relations; empty for an item of a type without the key. */
export const valuesOfKey = (world: ReferenceWorld, from: VisibleItem, name: string): ReferenceValue[] => {
  const key = keyOf(world, from.item._t, name);
  if (!key) return [];
  if (key.is === 'base') return baseValues(world, from, key.key);
  if (key.is === 'own') return ownValues(world, from, key);
  return relatedItems(world, from, key.relation).flatMap((related) => valuesOfKey(world, related, key.further));
};

const SORTED_AS_STORED: readonly Property['kind'][] = ['enum', 'list', 'level', 'relation'];

const textKey = (text: string): string => `${foldText(text)}\u0001${text.normalize('NFC').trim()}`.slice(0, 200);

/** Value of a sort: numbers come before texts, and items without a value last. */
export type ReferenceSortValue = number | string | undefined;

export const compareSorted = (a: ReferenceSortValue, b: ReferenceSortValue, isDescending: boolean): number => {
  const rank = (value: ReferenceSortValue): number => ['number', 'string', 'undefined'].indexOf(typeof value);
  if (a === b) return 0;
  if (rank(a) !== rank(b) || a === undefined || b === undefined) return rank(a) - rank(b);
  return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
};

const sortAtPath = (world: ReferenceWorld, from: VisibleItem, path: string): ReferenceSortValue => {
  if (path === 'created') return Date.parse(from.item._c.ts);
  if (path === 'updated') return Date.parse(from.item.updated);
  const property = declaredAt(world, from.item._t, path);
  if (!property) {
    const hop = firstHop(world, from.item._t, path);
    const values = hop
      ? relatedItems(world, from, hop.relation).map((each) => sortAtPath(world, each, hop.further))
      : [];
    return values.toSorted((a, b) => compareSorted(a, b, false))[0];
  }
  if (property.count || SCALES[property.kind] || property.computed?.clock === true) {
    const [first] = ownValues(world, from, { is: 'own', path, property });
    return typeof first === 'object' ? first.first : first;
  }
  const [stored] = jsonIn(from, property.kind === 'translated' ? `${path}.en` : path);
  if (typeof stored === 'boolean') return stored ? 1 : 0;
  if (typeof stored !== 'string' || stored === '') return undefined;
  return SORTED_AS_STORED.includes(property.kind) ? stored : textKey(stored);
};

export const sortValueOf = (world: ReferenceWorld, from: VisibleItem, key: string): ReferenceSortValue => {
  if (key === 'updatedBy') {
    const person = world.items.get(from.item.updatedBy ?? '');
    return person && sortValueOf(world, person, 'name');
  }
  const sort = typeOf(world, from.item._t)?.view.sorts.find((each) => each.key === key);
  if (sort) return sortAtPath(world, from, sort.path);
  return key === 'created' || key === 'updated' ? sortAtPath(world, from, key) : undefined;
};
