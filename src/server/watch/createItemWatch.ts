// The start of a watch on one item. Part of createWatches.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Pushes } from 'src/server/watch/createPushes.ts';
import type { Register } from 'src/server/watch/createRegister.ts';
import type { Receiver, Watches } from 'src/server/watch/Watches.ts';

interface Options {
  readonly items: Pick<ItemStore, 'readVisible'>;
  readonly register: Register;
  readonly pushes: Pushes;
  readonly typeOf: (id: ItemId) => ServerItemType | undefined;
}

const refuse = (receiver: Receiver) =>
  problem(receiver.gate().subject.userId === undefined ? 'notAllowed' : 'notFound');

export const createItemWatch = ({ items, register, pushes, typeOf }: Options): Watches['watchItem'] => {
  const tellNewer = (receiver: Receiver, type: ServerItemType, item: Item, u: number | undefined): void => {
    if (u !== undefined && item._u > u) receiver.send(pushes.whole(type, item));
  };

  return async (db, receiver, id, u) => {
    const type = typeOf(id);
    if (!type) throw refuse(receiver);
    // Seen before it is watched: a push about something hidden must not tell that it is there. Looked at again when it is
    // watched: what changed in between is told now.
    const look = async (): Promise<Item | undefined> => (await items.readVisible(db, receiver.gate(), [id]))[0];
    const seen = await look();
    if (!seen) throw refuse(receiver);
    if (!register.watchItem(receiver, id)) return tellNewer(receiver, type, seen, u);
    const now = await look();
    if (!now) pushes.tellGone(receiver, id);
    else if (deepEqual(now, seen)) tellNewer(receiver, type, now, u);
    else receiver.send(pushes.whole(type, now));
  };
};
