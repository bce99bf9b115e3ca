// Builds the frames of pushes. A frame is built once per distinct view and shared by its receivers.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Envelope, ItemUpdatePush, TaskState } from 'src/model/generated/wire.ts';
import { CHANGING_NAMES, HEADER_NAMES } from 'src/model/item/headerNames.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const watchFrame = (o: string, b: unknown): string => JSON.stringify({ o, b: b as Json } satisfies Envelope);

export const UPDATE = 'item/update';

export const updateFrame = (push: ItemUpdatePush): string => watchFrame(UPDATE, push);

/** Announces a save without its content, for clients that read it themselves. */
export const savedFrame = (
  o: 'itemUpdated' | 'updated',
  saved: { readonly $id: ItemId; readonly _u: number },
): string => watchFrame(o, saved);

export const actionFrame = (done: { readonly $id: ItemId; readonly _u: number; readonly action: string }): string =>
  watchFrame('item/action', done);

export const goneFrame = (id: ItemId): string => updateFrame({ $id: id, gone: true });

/** Announces that the readers of many items of a type have changed: clients that watch the type read its items again. */
export const typeFrame = (type: string): string => updateFrame({ $id: itemId(type, 0) });

/** Announces a deletion as a finished task with only the id, as the wire contract requires. */
export const deletedFrame = (id: ItemId, at: Date): string => {
  const task: TaskState = {
    key: `delete-${id}`,
    asyncKey: null,
    started: at.toISOString(),
    percentageComplete: 100,
    resultURI: null,
    errorKey: null,
    keyAction: 'delete',
    keyItem: id,
  };
  return watchFrame('taskComplete', task);
};

/** Announces the progress of a task; `over` when it has ended. */
export const frameOfTask = (task: TaskState, over: boolean): string =>
  watchFrame(over ? 'taskComplete' : 'taskUpdate', task);

export const unreadFrame = (unread: number): string => watchFrame('notices', { unread });

/** Announces how many messages of an item the person has read. */
export const readMarkFrame = (mark: { readonly context: ItemId; readonly seen: number }): string =>
  watchFrame('readMark', mark);

export const notifyFrame = (item: Item): string => watchFrame('item/notify', item);

/** Returns everything of a visible item. A declared property without a visible value is `null`, so that no old value remains. */
export const wholeChange = (type: ItemType, item: Item): Record<string, Json> => {
  const changed: Record<string, Json> = {};
  for (const name of Object.keys(type.properties)) changed[name] = null;
  for (const [name, value] of Object.entries(item))
    if (value !== undefined && (CHANGING_NAMES.has(name) || !HEADER_NAMES.has(name))) changed[name] = value;
  return changed;
};
