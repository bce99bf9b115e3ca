// Pushes to all sockets of one person, independent of watches: progress of their tasks, and read marks from other devices. Part of
// createWatches. The rights of the receiver are checked for each.

import type { Receiver } from 'src/server/context.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { isOver, taskStateOf } from 'src/server/store/taskItems.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import { frameOfTask, readMarkFrame } from 'src/server/watch/pushFrames.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly items: Pick<ItemStorage, 'find'>;
  readonly register: Register;
}

/** Property of both types that names the person. */
const PERSON = 'user';

export interface PersonPushes {
  /** Returns each id once. */
  idsAmong(changes: readonly Change[]): ReadonlySet<ItemId>;
  publish(id: ItemId): Promise<void>;
}

export const createPersonPushes = ({ registry, database, items, register }: Options): PersonPushes => {
  const names = new Map(
    [SYSTEM_TYPES.task, SYSTEM_TYPES.readMark].map((name) => [registry.types[name]?.number, name] as const),
  );

  /** Sends the state of a task to its person. The frame contains no data of items. */
  const sendTask = (task: StoredItem, receivers: readonly Receiver[]): void => {
    const frame = frameOfTask(taskStateOf(task), isOver(task));
    for (const receiver of receivers) receiver.send(frame);
  };

  /** Names the item that was read, so it must still be visible. */
  const sendMark = async (mark: StoredItem, receivers: readonly Receiver[]): Promise<void> => {
    const { context, seen } = mark.properties;
    const about = isItemId(context) ? await items.find(database, context) : undefined;
    if (!about || typeof seen !== 'number') return;
    const frame = readMarkFrame({ context: about.id, seen });
    for (const receiver of receivers) if (receiver.readFilter().canRead(about.acl)) receiver.send(frame);
  };

  return {
    idsAmong: (changes) =>
      new Set(
        changes.flatMap(({ t, i, op }) => {
          const name = op === 'c' || op === 'u' ? names.get(t) : undefined;
          return name === undefined ? [] : [itemId(name, i)];
        }),
      ),
    async publish(id) {
      const stored = await items.find(database, id);
      const user = stored?.properties[PERSON];
      if (!stored || !isItemId(user)) return;
      const receivers = [...register.ofUser(user)].filter((receiver) => receiver.readFilter().canRead(stored.acl));
      if (receivers.length === 0) return;
      if (stored.type === SYSTEM_TYPES.task) sendTask(stored, receivers);
      else await sendMark(stored, receivers);
    },
  };
};
