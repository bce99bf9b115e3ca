// The world of the reference evaluator: the declarations, the time, and the items as one subject may see them, as plain JSON. Nothing here is
// shared with the search engine.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';

/** An item with the values that the subject may see. */
export interface VisibleItem {
  readonly item: Item;
  /** Document number, which breaks ties: newest first. */
  readonly n: number;
  readonly visibility: string;
}

/** Value of a clock property at a time; undefined for none. */
export type ReferenceClock = (item: Item, now: number) => string | undefined;

export interface ReferenceWorld {
  readonly registry: ServerRegistry;
  /** Everything that the subject may see. */
  readonly items: ReadonlyMap<ItemId, VisibleItem>;
  readonly now: number;
  /** IANA time zone of the subject's "today". */
  readonly zone: string;
  /** Clock values by `Type.property`. */
  readonly clocks: Readonly<Record<string, ReferenceClock>>;
}

export const typeOf = ({ registry }: ReferenceWorld, name: string): ServerItemType | undefined => registry.types[name];

/** Returns all scalar values at a path, in order. */
export const jsonAt = (value: Json | undefined, path: readonly string[]): Json[] => {
  const [name, ...further] = path;
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => jsonAt(each, path));
  if (typeof value !== 'object') return name === undefined ? [value] : [];
  if (name === undefined) return Object.values(value).flatMap((each) => jsonAt(each, []));
  return jsonAt((value as Readonly<Record<string, Json>>)[name], further);
};

export const jsonIn = ({ item }: VisibleItem, path: string): Json[] => jsonAt(item as Json, path.split('.'));

/** Returns the declared property at a dotted path. */
const propertyIn = (properties: Readonly<Record<string, Property>>, path: string): Property | undefined => {
  let inside: Readonly<Record<string, Property>> | undefined = properties;
  let found: Property | undefined;
  for (const name of path.split('.')) {
    found = inside?.[name];
    inside = found?.properties;
  }
  return found;
};

export const declaredAt = (world: ReferenceWorld, type: string, path: string): Property | undefined =>
  propertyIn(typeOf(world, type)?.properties ?? {}, path);

/** Splits `topics.broader.title` of a type into its first relation and the key of the related items. */
export const firstHop = (
  world: ReferenceWorld,
  type: string,
  key: string,
): { readonly relation: string; readonly further: string } | undefined => {
  const names = key.split('.');
  for (let length = 1; length < names.length; length++) {
    const relation = names.slice(0, length).join('.');
    if (declaredAt(world, type, relation)?.rel) return { relation, further: names.slice(length).join('.') };
  }
  return undefined;
};

/** Returns the visible items that an item names at a path. An id that the subject may not see is no value. */
export const relatedItems = (world: ReferenceWorld, from: VisibleItem, path: string): VisibleItem[] =>
  [...new Set(jsonIn(from, path))].flatMap((id) => world.items.get(String(id)) ?? []);

/** Caches the result of `work` for an object and a name. Declarations and worlds do not change. */
export const cachedBy = <Owner extends object, Result>(
  work: (owner: Owner, name: string) => Result,
): ((owner: Owner, name: string) => Result) => {
  const results = new WeakMap<Owner, Map<string, { readonly result: Result }>>();
  return (owner, name) => {
    const known = results.get(owner) ?? new Map<string, { readonly result: Result }>();
    results.set(owner, known);
    const found = known.get(name) ?? { result: work(owner, name) };
    known.set(name, found);
    return found.result;
  };
};

type Properties = Readonly<Record<string, Property>>;

const pathsBelow = (properties: Properties, above: string): string[] =>
  Object.values(properties).flatMap((property) => {
    const path = `${above}${property.name}`;
    return property.rel ? [path] : pathsBelow(property.properties ?? {}, `${path}.`);
  });

const cachedPaths = cachedBy(pathsBelow);

/** Returns the paths of all relations of a type, also those inside of objects. */
export const relationPaths = (properties: Properties = {}): readonly string[] => cachedPaths(properties, '');

/** Returns the visible items that name others at a path, by the id that they name. The name is the type and the path. */
const namedBy = cachedBy((world: ReferenceWorld, name: string): ReadonlyMap<unknown, readonly VisibleItem[]> => {
  const [type = '', path = ''] = name.split(' ');
  const holders = new Map<unknown, VisibleItem[]>();
  for (const each of world.items.values()) {
    if (each.item._t !== type) continue;
    for (const id of new Set(jsonIn(each, path))) holders.set(id, [...(holders.get(id) ?? []), each]);
  }
  return holders;
});

/** Returns the visible items of a type that name this one at a path. */
export const holdersOf = (
  world: ReferenceWorld,
  id: string,
  [type, path]: readonly [string, string],
): readonly VisibleItem[] => namedBy(world, `${type} ${path}`).get(id) ?? [];

/** Returns the types and paths of the relations with an inverse name. */
const relationsWithInverse = cachedBy(({ types }: ServerRegistry, inverse: string): (readonly [string, string])[] =>
  Object.values(types).flatMap(({ name, properties }) =>
    relationPaths(properties).flatMap((path) =>
      propertyIn(properties, path)?.rel?.inverse === inverse ? [[name, path] as const] : [],
    ),
  ),
);

/** Returns the items that name this one in a relation with that inverse name. */
export const itemsNaming = (world: ReferenceWorld, { item }: VisibleItem, inverse: string): VisibleItem[] =>
  relationsWithInverse(world.registry, inverse).flatMap((relation) => holdersOf(world, item.$id, relation));
