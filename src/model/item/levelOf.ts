// The visibility level that an item carries itself, whatever its type calls the property.

import { isLevel, type Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Undefined for types whose visibility is decided for all items together, or by another item. */
export const levelOf = (
  type: ItemType | undefined,
  properties: Readonly<Record<string, Json | undefined>>,
): Level | undefined => {
  const level = type?.levelPath === undefined ? undefined : properties[type.levelPath];
  return isLevel(level) ? level : undefined;
};
