// The attachments of an item, by the files properties that its type declares.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const fileIds = (type: ItemType, item: Item): readonly ItemId[] =>
  Object.values(type.properties)
    .filter(({ kind }) => kind === 'files')
    .flatMap(({ name }) => {
      const value = item[name];
      const list = Array.isArray(value) ? value : [value];
      return list.filter((id): id is ItemId => typeof id === 'string');
    });
