// Properties that the columns of an export need, so that an export of a few columns does not read whole items.

import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { hasColumns, isPlaceFormat } from 'src/model/wire/exportGroups.ts';

/** Returns the property with the geometry of a type's items. */
export const geometryPath = ({ view, properties }: ItemType): string | undefined =>
  view.place?.geometry ?? Object.values(properties).find(({ kind }) => isGeometry(kind))?.name;

/** Returns the lists whose values a property or its members have. */
export const listsInProperty = ({ list, properties = {} }: Property): NonNullable<Property['list']>[] => [
  ...(list ? [list] : []),
  ...Object.values(properties).flatMap(listsInProperty),
];

/** Returns paths that all columns of a type may depend on: title, owner, level, state, and the owners of lists. */
const commonPaths = ({ view, read, levelPath, states, properties }: ItemType): readonly (string | undefined)[] => [
  ...[soleTemplatePath(view.title), read.owner, levelPath, states?.property, states?.why],
  ...Object.values(properties).flatMap((property) => listsInProperty(property).map(({ owner }) => owner)),
];

/** Returns top-level properties; undefined when the format or the request needs whole items. */
export const columnProperties = (
  types: readonly ItemType[],
  { format, columns }: Pick<ExportRequest, 'format' | 'columns'>,
): ReadonlySet<string> | undefined => {
  if (!columns || !hasColumns(format)) return undefined;
  const places = isPlaceFormat(format) ? types.map(geometryPath) : [];
  const paths = [...columns, ...types.flatMap(commonPaths), ...places].filter((path) => path !== undefined);
  return new Set(paths.map((path) => path.split('.', 1)[0] ?? path));
};
