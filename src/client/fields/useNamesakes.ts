// Reads the offers that share their name, so that the form shows what differs and a right is not given to another person of that name.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** Returns the email address of a person, if the reader may see it, or else the contact that the account belongs to. */
export const personNote = (item: Item | undefined): string | undefined => {
  if (!item) return undefined;
  const { email, contact } = item;
  if (typeof email === 'string') return email;
  return typeof contact === 'string' ? item.$labels?.[contact] : undefined;
};

const namesakesIn = (offers: readonly Suggestion[]): readonly ItemId[] => {
  const counts = new Map<string, number>();
  for (const { label } of offers) counts.set(label, (counts.get(label) ?? 0) + 1);
  return offers.filter(({ label }) => (counts.get(label) ?? 0) > 1).map(({ $id }) => $id);
};

/** Returns the item of each offer whose name another one has, too. */
export const useNamesakes = (offers: readonly Suggestion[]): ReadonlyMap<ItemId, Item> => {
  const { connection } = useClient();
  const ids = namesakesIn(offers).join();
  const ask = useCallback(async (): Promise<ReadonlyMap<ItemId, Item>> => {
    const wanted = ids.split(',');
    const items = await connection.send('readMany/object', wanted);
    return new Map(wanted.flatMap((id) => (items[id] ? [[id, items[id] as Item] as const] : [])));
  }, [connection, ids]);
  // The offers cannot be distinguished until the answer arrives.
  const { answer } = useServerData(ids === '' ? undefined : { of: ids, ask });
  return answer ?? new Map<ItemId, Item>();
};
