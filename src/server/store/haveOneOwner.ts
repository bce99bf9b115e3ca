// Whether two items have an owner in common. Called where an item keeps another one as it is: it keeps what is its owner's alone.

import type { StoredItem } from 'src/server/store/itemStorage.ts';

type Owned = Pick<StoredItem, 'owners'>;

export const haveOneOwner = (one: Owned, other: Owned): boolean =>
  one.owners.some((owner) => other.owners.includes(owner));
