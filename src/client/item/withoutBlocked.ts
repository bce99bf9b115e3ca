// Returns a copy of an item without people whose accounts are blocked, because the server would refuse the copy.
// Checked when the copy is made; people who cannot be checked stay, and the save reports the reason.

import { idsIn } from 'src/model/item/idsIn.ts';
import type { Client } from 'src/client/Client.ts';
import { standsForPeople } from 'src/client/fields/useSuggestions.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface Copied {
  readonly values: Values;
  /** Names of the people who were left out. */
  readonly left: readonly string[];
}

const valueWithout = (value: Json, blocked: ReadonlySet<ItemId>): Json => {
  if (Array.isArray(value)) return value.filter((each) => !isItemId(each) || !blocked.has(each));
  return isItemId(value) && blocked.has(value) ? null : value;
};

export const withoutBlocked = async (
  { registry, connection }: Pick<Client, 'registry' | 'connection'>,
  values: Values,
  { properties }: ItemType,
): Promise<Copied> => {
  const isOfPeople = ({ rel }: Property): boolean => rel !== undefined && standsForPeople(rel.to, registry);
  const names = Object.keys(values).filter((name) => properties[name] && isOfPeople(properties[name]));
  const ids = [...new Set(names.flatMap((name) => idsIn(values[name])))];
  if (ids.length === 0) return { values, left: [] };
  const read = await connection.send('readMany/object', ids).catch((): Readonly<Record<ItemId, Item>> => ({}));
  const blocked = new Map(Object.values(read).flatMap((item) => (item['blocked'] === true ? [[item.$id, item]] : [])));
  if (blocked.size === 0) return { values, left: [] };
  const gone = new Set(blocked.keys());
  const kept = Object.entries(values).map(([name, value]): [string, Json] => [
    name,
    names.includes(name) ? valueWithout(value, gone) : value,
  ]);
  return {
    values: Object.fromEntries(kept.filter(([, value]) => value !== null)),
    left: [...blocked.values()].map(({ $label }) => $label),
  };
};
