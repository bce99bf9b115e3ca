// A grant gives no more than its granter holds: when the rights of a user change, the readers of what that user has granted do too.
// Called by the item store after a write or removal of a User, in its transaction.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { grantedByUser } from 'src/server/store/grantRows.ts';
import { refreshReaders } from 'src/server/store/moveReaders.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

const RIGHTS = ['admin', 'blocked', 'memberships', 'siteReads', 'siteCapabilities'] as const;

export const changesRights = (type: string, changes: Readonly<Record<string, unknown>>): boolean =>
  type === SYSTEM_TYPES.user && RIGHTS.some((name) => Object.hasOwn(changes, name));

export const refreshGranted = async (tx: Transaction, parts: StoreContext, granter: ItemId): Promise<void> => {
  const granted = await grantedByUser(tx, granter);
  for (const t of new Set(granted.map((each) => each.t))) {
    const plan = parts.planOfNumber.get(t);
    const numbers = granted.filter((each) => each.t === t).map(({ i }) => i);
    if (plan) await refreshReaders(tx, parts, plan.type.name, numbers);
  }
};
