// Returns which of several people may read an item now, each with their own rights. Used for mentions and for the people who are offered
// for a mention.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Context } from 'src/server/context.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';

interface Needs {
  readonly items: Pick<ItemStorage, 'findMany'>;
  readonly readFilters: ReadFilters;
}

/** Returns the users who may read the item, in the given order. Blocked and missing users are left out. */
export const readersAmong = async (
  { services, db, now }: Pick<Context<Needs>, 'services' | 'db' | 'now'>,
  users: readonly ItemId[],
  { acl }: StoredItem,
): Promise<readonly ItemId[]> => {
  const found = await services.items.findMany(db, [...new Set(users)]);
  const byId = new Map(found.map(({ id, properties }) => [id, subjectFrom(id, properties, { now })]));
  const may: ItemId[] = [];
  for (const id of users) {
    const subject = byId.get(id);
    if (subject && (await services.readFilters.readFilterFor(subject)).canRead(acl)) may.push(id);
  }
  return may;
};
