// The stored values of one list of one owner, and how one of them is changed: by the ordinary rules, which ask the right that the list declares.

import { MAX_INT32 } from 'src/base/maxInt32.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ListContext, ListWriting } from 'src/server/lists/ListNeeds.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface ListOf {
  readonly list: string;
  readonly owner: string;
}

/** Returns whether the caller may change the values of the list, by the right that it declares. */
export const mayKeepList = (
  { services, db, readFilter }: ListContext,
  { list, owner }: { readonly list: string; readonly owner: string | undefined },
): Promise<boolean> =>
  services.access.canCreate(db, readFilter, SYSTEM_TYPES.listValue, { list, ...(owner !== undefined && { owner }) });

/** Returns the values that the caller may see, by key. */
export const keptValues = async (
  { services, readFilter, db }: ListContext,
  { list, owner }: ListOf,
): Promise<ReadonlyMap<string, StoredItem>> => {
  const must = { _t: [SYSTEM_TYPES.listValue], list: [list], ...(owner !== SYSTEM_OWNER && { owner: [owner] }) };
  const { ids } = await services.search.search(readFilter, { must, max: MAX_INT32 });
  const stored = await services.items.findMany(db, ids);
  const own = stored.filter(({ properties }) => (properties['owner'] ?? SYSTEM_OWNER) === owner);
  return new Map(own.map((value) => [String(value.properties['key']), value]));
};

/** A declared value is stored when it is first changed. */
export const changeValue = async (
  context: ListWriting,
  { list, owner, key, kept }: ListOf & { readonly key: string; readonly kept: StoredItem | undefined },
  changes: Values,
): Promise<StoredItem> => {
  if (kept) return (await updateItem(context, { id: kept.id, u: undefined, changes })).stored;
  const declared = context.services.registry.lists[list]?.values.find((value) => value.key === key);
  const t: Json = { ...declared?.t };
  const owned: Values = owner === SYSTEM_OWNER ? {} : { owner };
  return await createItem(context, SYSTEM_TYPES.listValue, { list, key, t, ...owned, ...changes });
};
