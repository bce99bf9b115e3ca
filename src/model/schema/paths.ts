// Dotted paths inside one item: the property at their end and the values that they reach. A path never follows a relation, because another
// item has its own readers.

import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';

type Properties = Readonly<Record<string, Property>>;

const memberProperty = (parent: Property, name: string): Property | undefined => {
  const members = parent.properties ?? {};
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!member) return undefined;
  const level = parent.level ?? member.level;
  return { ...member, many: parent.many || member.many, ...(level === undefined ? {} : { level }) };
};

/**
 * Returns the property at a path; undefined when it is not declared or is behind a relation. It is `many` when any step is, and has the
 * level of the whole. `parts.name` of `parts: [{name}]` is a `many` text.
 */
export const propertyAt = (properties: Properties, path: string): Property | undefined => {
  const [first = '', ...rest] = path.split('.');
  let found = Object.hasOwn(properties, first) ? properties[first] : undefined;
  for (const name of rest) found = found && memberProperty(found, name);
  return found;
};

const flat = (value: Json | undefined): Json[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [value];
  const list = value as readonly Json[];
  const isFlat = list.every((each) => typeof each === 'string' || typeof each === 'number');
  return isFlat ? [...list] : list.flatMap((each) => flat(each));
};

const memberValue = (value: Json, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, Json>>)[name]
    : undefined;

/**
 * Returns every value that a path reaches, with lists flattened, in order. `valuesAt({parts: [{name: 'a'}, {name: 'b'}]}, 'parts.name')` is
 * `['a', 'b']`.
 */
export const valuesAt = (values: Readonly<Record<string, Json | undefined>>, path: string): Json[] => {
  // Fast path: most paths are names, and this runs for every value that is read.
  if (!path.includes('.')) return Object.hasOwn(values, path) ? flat(values[path]) : [];
  const [first = '', ...rest] = path.split('.');
  let reached = Object.hasOwn(values, first) ? flat(values[first]) : [];
  for (const name of rest) reached = reached.flatMap((each) => flat(memberValue(each, name)));
  return reached;
};

/** Returns the relations of an item type, including those of object members, with their paths and properties. */
export const relationsOf = (properties: Properties, prefix = ''): { path: string; property: Property }[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    if (property.rel) return [{ path, property }];
    return property.properties ? relationsOf(property.properties, `${path}.`) : [];
  });

/** Returns the properties with attached files. Object properties contain none. */
export const filesOf = (properties: Properties): { path: string; property: Property }[] =>
  Object.values(properties)
    .filter(({ files }) => files !== undefined)
    .map((property) => ({ path: property.name, property }));

/** Returns the properties that name other items: relations, and files. */
export const relatedProperties = (properties: Properties): { path: string; property: Property }[] => [
  ...relationsOf(properties),
  ...filesOf(properties),
];

export const relationPaths = ({ properties }: { readonly properties: Properties }): string[] =>
  relatedProperties(properties).map(({ path }) => path);

/** Returns the paths of properties with capabilities. */
export const capabilityPaths = (properties: Properties, prefix = ''): string[] =>
  Object.values(properties).flatMap(({ name, capability, properties: members }) =>
    capability ? [`${prefix}${name}`] : capabilityPaths(members ?? {}, `${prefix}${name}.`),
  );

export interface Place {
  /** JSON pointer to the value. */
  readonly pointer: string;
  readonly value: Json;
}

const flatPlaces = ({ pointer, value }: Place): Place[] => {
  if (value === null) return [];
  if (!Array.isArray(value)) return [{ pointer, value }];
  return (value as readonly Json[]).flatMap((each, index) =>
    flatPlaces({ pointer: `${pointer}/${index}`, value: each }),
  );
};

/** Same as valuesAt, with a JSON pointer to each value: `/parts/1/name`. */
export const placesAt = (values: Readonly<Record<string, Json | undefined>>, path: string): Place[] => {
  const [first = '', ...rest] = path.split('.');
  const start = Object.hasOwn(values, first) ? (values[first] ?? null) : null;
  let places = flatPlaces({ pointer: pointerStep(first), value: start });
  for (const name of rest) {
    places = places.flatMap(({ pointer, value }) =>
      flatPlaces({ pointer: `${pointer}${pointerStep(name)}`, value: memberValue(value, name) ?? null }),
    );
  }
  return places;
};
