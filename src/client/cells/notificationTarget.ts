// Which item a notification is about; the notification itself when it names none.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

/** The declared relation, or the spec's `context` with an id. */
const idIn = (value: Json | undefined): ItemId | undefined => {
  if (typeof value === 'string') return value;
  return value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;
};

export const notificationTarget = (notification: Item): ItemId =>
  idIn(notification.$context) ?? idIn(notification.context) ?? notification.$id;
