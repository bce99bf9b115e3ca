// Finds the project of an item: the item that a response, its concerns and its steps have in common. A type declares itself as a project or
// the relation that leads there. Called by events.ts in the transaction of the event.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

/** Maximum number of relations; a longer path is a cycle. */
const MOST_RELATIONS = 4;

const SELF = '$self';

export type FindProject = (tx: Transaction, of: StoredItem) => Promise<ItemId | undefined>;

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'find'>;
}

/** Returns undefined for an item whose type declares no project, and when the path leads nowhere. */
export const createFindProject = ({ registry, items }: Options): FindProject => {
  const declaredBy = (type: string | undefined): string | undefined => registry.types[type ?? '']?.server.project;
  return async (tx, of) => {
    let item: StoredItem | undefined = of;
    for (let relations = 0; item && relations <= MOST_RELATIONS; relations += 1) {
      const path = declaredBy(item.type);
      if (path === undefined) return undefined;
      if (path === SELF) return item.id;
      const next = valuesAt(item.properties, path).find((value): value is ItemId => isItemId(value));
      // An item that is its own project need not be read.
      if (next === undefined || declaredBy(tryParseItemId(next)?.type) === SELF) return next;
      // oxlint-disable-next-line no-await-in-loop -- each item names the next
      item = await items.find(tx, next);
    }
    return undefined;
  };
};
