// The owners that this person administers, by name; an administrator of the site looks after all. For screens that stand for one owner at a time.

import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const MAX_OWNERS = 200;

export interface Owner {
  readonly id: ItemId;
  readonly name: string;
}

/** Read when `wanted`. */
const useNamedOwners = (wanted: boolean): readonly Owner[] => {
  const { registry, search } = useClient();
  const [all, setAll] = useState<readonly Owner[]>([]);
  const { ownerType } = registry;
  useEffect(() => {
    if (!wanted || ownerType === undefined) return undefined;
    let shown = true;
    search.search({ must: { _t: [ownerType] }, max: MAX_OWNERS, labels: true }).then(
      ({ ids, labels = {} }) => {
        const named = ids.map((id) => ({ id, name: labels[id] ?? '' })).filter(({ name }) => name !== '');
        if (shown) setAll(named.toSorted((one, other) => one.name.localeCompare(other.name)));
      },
      () => {}, // what belongs to the site is still there
    );
    return () => {
      shown = false;
    };
  }, [wanted, ownerType, search]);
  return all;
};

export const useOwners = (): readonly Owner[] => {
  const { session, items } = useClient();
  const { user } = session;
  const admin = user?.admin === true;
  const all = useNamedOwners(admin);
  if (admin) return all;
  const own = user?.adminOrgs ?? [];
  return own.map((id) => ({ id, name: items.label(id) ?? '' }));
};

/** Every owner that this person may see, by name: one may give a right to the members of any of them. */
export const useOwnerNames = (): readonly Owner[] => useNamedOwners(true);
