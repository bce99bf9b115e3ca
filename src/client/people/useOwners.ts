// The owners that this person administers, by name; all owners for an administrator of the site. Used by screens that
// show one owner at a time.

import { useCallback } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const MAX_OWNERS = 200;

export interface Owner {
  readonly id: ItemId;
  readonly name: string;
}

const NO_OWNER_LIST: readonly Owner[] = [];

/** Reads them when `wanted`. */
const useNamedOwners = (wanted: boolean): readonly Owner[] => {
  const { registry, search } = useClient();
  const { ownerType = '' } = registry;
  const ask = useCallback(async (): Promise<readonly Owner[]> => {
    const { ids, labels = {} } = await search.search({ must: { _t: [ownerType] }, max: MAX_OWNERS, labels: true });
    const named = ids.map((id) => ({ id, name: labels[id] ?? '' })).filter(({ name }) => name !== '');
    return named.toSorted((one, other) => one.name.localeCompare(other.name));
  }, [ownerType, search]);
  // Without an answer, the screens still work with what belongs to the site.
  return useServerData(wanted && ownerType !== '' ? { of: ownerType, ask } : undefined).answer ?? NO_OWNER_LIST;
};

export const useOwners = (): readonly Owner[] => {
  const { session, items } = useClient();
  const messages = useMessages();
  const { user } = session;
  const admin = user?.admin === true;
  const all = useNamedOwners(admin);
  if (admin) return all;
  const own = user?.adminOrgs ?? [];
  return own.map((id) => ({ id, name: itemName(items, messages.format, id) }));
};
