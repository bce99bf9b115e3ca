// Creates items of another installation under their ids, with their version, author and times. Called by packages/importPackage.ts in one
// transaction with all items of a package; the readers are computed again when all are there.

import { followAccountLater, followContactOf, followsAccounts } from 'src/server/store/accounts/followedAccounts.ts';
import { insertUnderId } from 'src/server/store/insertUnderId.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

export type AdoptedItem = Pick<
  StoredItem,
  'id' | 'type' | 'number' | 'u' | 'created' | 'creator' | 'updated' | 'updater' | 'properties'
>;

const DOCUMENT_KEY = 0;
/** Name of the version of an adopted item in its history. */
export const ADOPTED_KIND = 'imported';

export const createAdopt =
  (parts: StoreContext): ItemStorage['adopt'] =>
  async (tx, adopted) => {
    const { type, id, updated, updater, creator } = adopted;
    const n = await parts.numbers.next(DOCUMENT_KEY);
    const metadata = { at: new Date(updated), by: updater ?? creator, actor: undefined };
    const stored = await insertUnderId(tx, parts, { item: { ...adopted, n }, metadata, kind: ADOPTED_KIND });
    if (followsAccounts(planNamed(parts.plans, type).type)) await followAccountLater(tx, id);
    await followContactOf(tx, stored);
    tx.afterCommit(() => parts.database.notify(FEED));
    return stored;
  };
