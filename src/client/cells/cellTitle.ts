// The title of a column: the view's message, the screen's title, or the item's label. The page title is made of it.

import { isSystemId } from 'src/model/item/itemId.ts';
import type { Cell, Client } from 'src/client/Client.ts';
import { cellType } from 'src/client/navigation/cellType.ts';
import { useClient } from 'src/client/useClient.ts';
import { useWords, type Words } from 'src/client/ui/words.ts';

const itemTitle = ({ items, registry }: Client, words: Words, { itemId: id = '' }: Cell): string => {
  const type = cellType(registry, { itemId: id });
  if (!type) return words.say('views.unknown');
  if (isSystemId(id)) return words.say('cells.newItem', { type: words.type(type.name) });
  const loaded = items.get(id);
  if (loaded.state === 'ready') return loaded.item.$label || words.say('cells.untitled');
  return loaded.state === 'loading' ? words.say('app.loading') : words.say(`cells.${loaded.state}`);
};

/** Where a new item's segment `i-{type}-0-{key}` is taken apart: an id that ends in -0. */
export const cellTitle = (cell: Cell | undefined, client: Client, words: Words): string => {
  if (!cell) return '';
  if (cell.kind === 'item') return itemTitle(client, words, cell);
  const view = cell.view ?? '';
  return words.find(`views.${view}`) ?? words.find(`screens.${view}.title`) ?? words.say('views.unknown');
};

/** Observable: call it inside an observer. */
export const useCellTitle = (cell: Cell | undefined): string => cellTitle(cell, useClient(), useWords());
