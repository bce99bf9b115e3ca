// Returns whether two items share an owner. Used when an item fixes another one: it fixes only items of its owner.

import type { StoredItem } from 'src/server/store/itemStorage.ts';

type Owned = Pick<StoredItem, 'owners'>;

export const haveOneOwner = (one: Owned, other: Owned): boolean =>
  one.owners.some((owner) => other.owners.includes(owner));
