// The start of a watch on one item. Part of createWatches.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Through } from 'src/server/audit/Audit.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Pushes } from 'src/server/watch/createPushes.ts';
import { UPDATE } from 'src/server/watch/frames.ts';
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
  return async (db, receiver, id, u) => {
    const type = typeOf(id);
    if (!type) throw refuse(receiver);
    // Seen before it is watched: a push about something hidden must not tell that it is there. Looked at again when it is
    // watched: what changed in between is told now.
    const read = async (through: Through): Promise<Item | undefined> =>
      (await items.readVisible(db, receiver.gate(), [id], { through }))[0];
    const look = (): Promise<Item | undefined> => read(undefined);
    const tell = async (): Promise<void> => {
      const item = await read(UPDATE);
      if (item) receiver.send(pushes.whole(type, item));
      else pushes.tellGone(receiver, id);
    };
    const isNewer = (item: Item): boolean => u !== undefined && item._u > u;
    const seen = await look();
    if (!seen) throw refuse(receiver);
    const first = register.watchItem(receiver, id);
    const now = first ? await look() : seen;
    if (!now) pushes.tellGone(receiver, id);
    else if (isNewer(now) || !deepEqual(now, seen)) await tell();
  };
};
