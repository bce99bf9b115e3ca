// Properties that a column of a table can fill, by path: values, members of objects, and languages of translated texts.

import { KINDS } from 'src/model/generated/kinds.ts';
import type { ImportKind } from 'src/model/schema/ImportKind.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';

type Properties = Readonly<Record<string, Property>>;

const LANGUAGE_MEMBER = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

const isFillable = ({ readOnly, computed, count, files, unversioned, kind }: Property): boolean =>
  !readOnly && !computed && !count && !files && !unversioned && !KINDS[kind].opaque;

/** Returns true for a text by locale. */
export const isByLocale = ({ kind }: Property): boolean => KINDS[kind].text === 'byLocale';

/** Returns the property that a column with the path fills; undefined where no table can. */
export const importedProperty = (properties: Properties, path: string): Property | undefined => {
  const parts = path.split('.');
  const top = Object.hasOwn(properties, parts[0] ?? '') ? properties[parts[0] ?? ''] : undefined;
  if (!top || !isFillable(top)) return undefined;
  const language = parts.at(-1) ?? '';
  const whole = parts.length > 1 ? propertyAt(properties, parts.slice(0, -1).join('.')) : undefined;
  if (whole && isByLocale(whole)) return !whole.many && LANGUAGE_MEMBER.test(language) ? whole : undefined;
  // A member of one of several objects has no cell of its own.
  if (parts.length > 1 && top.many) return undefined;
  const property = propertyAt(properties, path);
  return property && isFillable(property) ? property : undefined;
};

/** Returns the property that a column of the kind fills: also a member of its entries. */
export const propertyOfKind = (
  { entries }: Pick<ImportKind, 'entries'>,
  properties: Properties,
  path: string,
): Property | undefined => {
  const members = properties[entries?.path ?? '']?.properties ?? {};
  const name = entries && path.startsWith(`${entries.path}.`) ? path.slice(entries.path.length + 1) : '';
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  return member && isFillable(member) ? member : importedProperty(properties, path);
};

/** Returns the paths that columns can fill. An object has one for each member, unless it is one of several. */
export const importedPaths = (properties: Properties, prefix = ''): readonly string[] =>
  Object.values(properties).flatMap((property) => {
    const path = `${prefix}${property.name}`;
    if (!isFillable(property)) return [];
    return property.properties && !property.many ? importedPaths(property.properties, `${path}.`) : [path];
  });
