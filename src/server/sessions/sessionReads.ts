// Reads that a request with a token and a sign-in of a socket need. Reads of many requests at the same time are collected: when all sockets
// reconnect after a restart, a few statements serve them. Created by createSessions.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { keptByPeople, NOTHING_KEPT, type KeptByPerson } from 'src/server/store/accounts/keptByPerson.ts';
import { findTokens, type TokenRow } from 'src/server/store/accounts/sessionRows.ts';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

export interface SessionSources {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'findMany'>;
  /** Returns the tasks that these users have started. */
  readonly tasksOf: (userIds: readonly ItemId[]) => Promise<ReadonlyMap<ItemId, readonly TaskState[]>>;
}

export interface SessionReads {
  token(tokenId: string): Promise<TokenRow | undefined>;
  /** Returns undefined for an id that is no user's. */
  user(userId: ItemId): Promise<StoredItem | undefined>;
  kept(person: number): Promise<KeptByPerson>;
  tasks(userId: ItemId): Promise<readonly TaskState[]>;
}

export const createSessionReads = ({ database, items, tasksOf }: SessionSources): SessionReads => {
  const token = createCollectedReads(
    async (ids: readonly string[]) => new Map((await findTokens(database, ids)).map((row) => [row.jti, row])),
    // The other reads of these sign-ins then begin together.
    { pausing: true },
  );
  const user = createCollectedReads(
    async (ids: readonly ItemId[]) =>
      new Map((await items.findMany(database, ids)).map((stored) => [stored.id, stored])),
  );
  const kept = createCollectedReads((people: readonly number[]) => keptByPeople(database, people));
  const tasks = createCollectedReads(tasksOf);
  return {
    token,
    user: (userId) => (tryParseItemId(userId)?.type === SYSTEM_TYPES.user ? user(userId) : Promise.resolve(undefined)),
    kept: async (person) => (await kept(person)) ?? NOTHING_KEPT,
    tasks: async (userId) => (await tasks(userId)) ?? [],
  };
};
