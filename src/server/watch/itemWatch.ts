// Starts a watch on one item. Part of createWatches.

import type { Receiver } from 'src/server/context.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { LiveUpdates } from 'src/server/watch/updateForReceivers.ts';
import { UPDATE } from 'src/server/watch/pushFrames.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';
import type { Watches } from 'src/server/watch/watches.ts';

interface Options {
  readonly items: Pick<ItemStorage, 'readVisible'>;
  readonly register: Register;
  readonly pushes: LiveUpdates;
  readonly typeOf: (id: ItemId) => ServerItemType | undefined;
}

const refuseWatch = (receiver: Receiver) =>
  problem(receiver.readFilter().subject.userId === undefined ? 'notAllowed' : 'notFound');

export const createItemWatch = ({ items, register, pushes, typeOf }: Options): Watches['watchItem'] => {
  return async (db, receiver, id, u) => {
    const type = typeOf(id);
    if (!type) throw refuseWatch(receiver);
    // The item is read before it is watched, since a push about a hidden item would reveal that it exists. It is read again afterwards, and
    // changes in between are sent at once.
    const read = async (channel: Channel): Promise<Item | undefined> =>
      (await items.readVisible(db, receiver.readFilter(), [id], { channel }))[0];
    const look = (): Promise<Item | undefined> => read(undefined);
    const publish = async (): Promise<void> => {
      const item = await read(UPDATE);
      if (item) receiver.send(pushes.whole(type, item));
      else pushes.publishGone(receiver, id);
    };
    const isNewer = (item: Item): boolean => u !== undefined && item._u > u;
    const seen = await look();
    if (!seen) throw refuseWatch(receiver);
    const first = register.watchItem(receiver, id);
    const now = first ? await look() : seen;
    if (!now) pushes.publishGone(receiver, id);
    else if (isNewer(now) || !deepEqual(now, seen)) await publish();
  };
};
