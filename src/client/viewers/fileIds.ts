// Returns the attachments of an item, from the files properties that its type declares.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const idsOfFiles = (value: Json | undefined): readonly ItemId[] => [
  ...new Set((Array.isArray(value) ? value : [value]).filter((id): id is ItemId => typeof id === 'string')),
];

export const fileIds = (type: ItemType, item: Item): readonly ItemId[] =>
  filesOf(type.properties).flatMap(({ path }) => idsOfFiles(item[path]));
