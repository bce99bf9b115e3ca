// Decides whether all agents may read what a picture, such as a map, shows of an item: its label, its geometry and the values of its style. They
// are part of the picture and cannot be masked one by one.

import { type Client, idsIn } from 'src/client/extend.ts';
import type { ReadableItems } from 'src/domain/assist/client/mask/ReadableItems.client.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import { templatePaths } from 'src/model/item/labelOf.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';

const propertyOfPath = (path: string): string => path.split('.')[0] ?? '';

const propertiesAt = (paths: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(paths.filter((path) => path !== undefined).map(propertyOfPath)),
];

interface PicturedItems {
  readonly registry: Client['registry'];
  /** Returns undefined for an item that is not loaded. */
  readonly itemOf: (id: ItemId) => Readonly<Record<string, Json | undefined>> | undefined;
}

export const mayShowInPicture = (
  { itemOf, registry }: PicturedItems,
  readable: Pick<ReadableItems, 'mayShow' | 'hiddenProperties'>,
  id: ItemId,
): boolean => {
  const type = registry.types[typeOfId(id)];
  if (!readable.mayShow(id, undefined) || !type) return false;
  const { geometry, geometryOf, further = [], props = [], collected } = type.view.place ?? {};
  const named = propertiesAt([...templatePaths(type.view.title), geometryOf]);
  const hidden = new Set(readable.hiddenProperties(id));
  if ([...named, ...propertiesAt([...further, ...props, geometry, collected])].some((name) => hidden.has(name)))
    return false;
  // Names and places of related items may be part of the picture.
  const relations = named.filter((name) => propertyAt(type.properties, name)?.rel !== undefined);
  if (relations.length === 0) return true;
  const item = itemOf(id);
  if (!item) return false;
  return relations.flatMap((name) => idsIn(item[name])).every((related) => readable.mayShow(related, undefined));
};
