// Starts a watch on one item. Part of createWatches. Watches that start at the same time, as when many sockets reconnect, are checked
// together.

import type { Receiver } from 'src/server/context.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import type { LiveUpdates } from 'src/server/watch/updateForReceivers.ts';
import { UPDATE } from 'src/server/watch/pushFrames.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';
import type { Watches } from 'src/server/watch/watches.ts';

interface Options {
  readonly database: Queryable;
  readonly readFilters: Pick<ReadFilters, 'learn'>;
  readonly items: Pick<ItemStorage, 'readVisible' | 'findMany'>;
  readonly register: Register;
  readonly pushes: LiveUpdates;
  readonly typeOf: (id: ItemId) => ServerItemType | undefined;
}

/** Items that are sent at once to receivers with an older version; each is read by the receiver's own filter. */
const CATCHING_UP = 4;

const refuseWatch = (receiver: Receiver) =>
  problem(receiver.readFilter().subject.userId === undefined ? 'notAllowed' : 'notFound');

export const createItemWatch = (options: Options): Watches['watchItem'] => {
  const { database, readFilters, items, register, pushes, typeOf } = options;
  const catchingUp = createSemaphore({ limit: CATCHING_UP });
  const find = createCollectedReads(
    async (ids: readonly ItemId[]) => {
      const found = await items.findMany(database, ids);
      await readFilters.learn(found.map(({ acl }) => acl));
      return new Map(found.map((stored) => [stored.id, stored]));
    },
    { pausing: true },
  );
  const look = async (receiver: Receiver, id: ItemId): Promise<StoredItem | undefined> => {
    const stored = await find(id);
    return stored && receiver.readFilter().canRead(stored.acl) ? stored : undefined;
  };
  const publish = async (receiver: Receiver, id: ItemId, type: ServerItemType): Promise<void> => {
    const [item] = await items.readVisible(database, receiver.readFilter(), [id], { channel: UPDATE });
    if (item) receiver.send(pushes.whole(type, item));
    else pushes.publishGone(receiver, id);
  };
  return async (receiver, id, u) => {
    const type = typeOf(id);
    if (!type) throw refuseWatch(receiver);
    // The item is read before it is watched, since a push about a hidden item would reveal that it exists. It is read again afterwards, and
    // changes in between are sent at once.
    const seen = await look(receiver, id);
    if (!seen) throw refuseWatch(receiver);
    const first = register.watchItem(receiver, id);
    const now = first ? await look(receiver, id) : seen;
    if (!now) pushes.publishGone(receiver, id);
    else if ((u !== undefined && now.u > u) || !deepEqual(now, seen))
      await catchingUp.run(() => publish(receiver, id, type));
  };
};
