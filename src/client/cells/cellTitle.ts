// The title of a column: the view's message, the screen's title, or the item's label. The page title is made of it.

import { isSystemId } from 'src/model/item/itemId.ts';
import type { Cell, Client } from 'src/client/Client.ts';
import { cellType } from 'src/client/navigation/cellType.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';

const itemTitle = ({ items, registry }: Client, messages: Messages, { itemId: id = '' }: Cell): string => {
  const type = cellType(registry, { itemId: id });
  if (!type) return messages.format('views.unknown');
  if (isSystemId(id)) return messages.format('cells.newItem', { type: messages.type(type.name) });
  const loaded = items.get(id);
  if (loaded.state === 'ready') return loaded.item.$label || messages.format('cells.untitled');
  return loaded.state === 'loading' ? messages.format('app.loading') : messages.format(`cells.${loaded.state}`);
};

/** Where a new item's segment `i-{type}-0-{key}` is taken apart: an id that ends in -0. */
export const cellTitle = (cell: Cell | undefined, client: Client, messages: Messages): string => {
  if (!cell) return '';
  if (cell.kind === 'item') return itemTitle(client, messages, cell);
  const view = cell.view ?? '';
  return messages.find(`views.${view}`) ?? messages.find(`screens.${view}.title`) ?? messages.format('views.unknown');
};

/** Observable: call it inside an observer. */
export const useCellTitle = (cell: Cell | undefined): string => cellTitle(cell, useClient(), useMessages());
