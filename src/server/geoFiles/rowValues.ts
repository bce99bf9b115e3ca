// Converts a feature of a file to the values of an item: title, collection with its owner and level, geometry, and attributes in the chosen
// properties; other attributes keep their names.

import type { Geometry } from 'src/model/geo/geoJson.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { CellReader } from 'src/model/kinds/KindCodec.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { FromFiles } from 'src/model/schema/TypeView.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface Column {
  readonly from: string;
  readonly to?: string | undefined;
}

export interface RowMapping {
  readonly type: ServerItemType;
  readonly geometry: string;
  readonly fromFiles: FromFiles;
  readonly title: string | undefined;
  readonly columns: readonly Column[];
}

const propertyValue = ({ kind, many }: Property, given: string | number | boolean, reader?: CellReader): Json => {
  const value = CODECS[kind].parse(String(given), reader);
  return many ? [value] : value;
};

/** Returns the first values of an item that gets its owner and level from another one. */
export const valuesLike = ({ types }: ServerRegistry, type: ServerItemType, source: StoredItem): Values => {
  const { owner, level } = type.server.access.read;
  const ownerPath = types[source.type]?.server.access.read.owner;
  const ownerOf = ownerPath === '$self' ? source.id : ownerPath && source.properties[ownerPath];
  return {
    ...type.view.create?.initial,
    ...(owner !== undefined && ownerOf !== undefined && { [owner]: ownerOf }),
    ...('path' in level && { [level.path]: source.level }),
  };
};

export const rowValues = (
  { type, geometry: path, fromFiles, title, columns }: RowMapping,
  { n, properties }: GeoRow,
  { geometry, label, reader }: { readonly geometry: Geometry; readonly label: string; readonly reader?: CellReader },
): Values => {
  const values: Record<string, Json> = {};
  const extraValues: Json[] = [];
  for (const { from, to } of columns) {
    const fileValue = Object.hasOwn(properties, from) ? properties[from] : undefined;
    if (fileValue === undefined) continue;
    const property = to === undefined ? undefined : type.properties[to];
    if (property) values[property.name] = propertyValue(property, fileValue, reader);
    else extraValues.push({ name: from, value: String(fileValue) });
  }
  const named = title !== undefined && Object.hasOwn(properties, title) ? properties[title] : undefined;
  return {
    ...values,
    [path]: geometry,
    [fromFiles.title]: named === undefined ? `${label} ${n}` : String(named),
    ...(fromFiles.rest !== undefined && extraValues.length > 0 && { [fromFiles.rest]: extraValues }),
  };
};
