// Resolves a path of a declaration: to a property, a member of an object property, or a member that every item has. Used by the checks and
// by plan. A path never follows a relation, since an index covers only the item's own values.

import { HEADER_NAMES } from 'src/model/item/headerNames.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { BASE_KEYS } from 'src/model/query/queryKeys.ts';
import { propertyAt as ownPropertyAt } from 'src/model/schema/paths.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { Property } from 'src/model/schema/Property.ts';

const generic = (name: string, kind: PropertyKind): Property => ({
  name,
  kind,
  many: false,
  required: true,
  readOnly: true,
});

const PERSON = { rel: { to: ['User'], onDelete: 'keep' as const } };
const CREATOR = { ...generic('createdBy', 'relation'), ...PERSON };

/** Members that need no declaration. */
export const GENERIC: Readonly<Record<string, Property>> = {
  $id: generic('$id', 'text'),
  _t: generic('_t', 'text'),
  _i: generic('_i', 'integer'),
  _u: generic('_u', 'integer'),
  _c: generic('_c', 'dateTime'),
  '_c.ts': generic('_c.ts', 'dateTime'),
  '_c.creator': CREATOR,
  $label: generic('$label', 'text'),
  created: generic('created', 'dateTime'),
  createdBy: CREATOR,
  updated: generic('updated', 'dateTime'),
  updatedBy: { ...generic('updatedBy', 'relation'), ...PERSON, required: false },
};

/** Query keys in addition to the declared ones. */
export const QUERY_KEYS: ReadonlySet<string> = new Set(BASE_KEYS);

/** Names that a property may not have, because queries or headers use them. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(GENERIC),
  ...HEADER_NAMES,
  ...QUERY_KEYS,
  '$self',
  '$user',
  '$now',
]);

type Properties = Readonly<Record<string, Property>>;

/** Returns the property at a path, including those that every item has, or undefined. */
export const propertyAt = (properties: Properties, path: string): Property | undefined =>
  Object.hasOwn(GENERIC, path) ? GENERIC[path] : ownPropertyAt(properties, path);

/** Returns every path of the properties, both of objects and of their members. */
export const allPaths = (properties: Properties): [string, Property][] =>
  Object.values(properties).flatMap((property): [string, Property][] => [
    [property.name, property],
    ...allPaths(property.properties ?? {}).map(([path, member]): [string, Property] => [
      `${property.name}.${path}`,
      member,
    ]),
  ]);

/** Returns the paths of the properties that are suitable, for a message about one that is not. */
export const pathsThat = (properties: Properties, suits: (property: Property) => boolean): string[] =>
  [...allPaths(properties), ...Object.entries(GENERIC)].flatMap(([path, property]) => (suits(property) ? [path] : []));

/** Returns the message for an unknown path of a type, with the known ones. */
export const noProperty = ({ name, properties }: { name: string; properties: Properties }, path: string): string => {
  return `${path} is no property of ${name}${didYouMean(
    path,
    pathsThat(properties, () => true),
  )}`;
};
