// The pushes of live updates as frame texts. A frame is built once per distinct view and shared by its receivers.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Envelope, ItemUpdatePush, TaskState } from 'src/model/generated/wire.ts';
import { CHANGING_NAMES, HEADER_NAMES } from 'src/model/item/headerNames.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const frame = (o: string, b: unknown): string => JSON.stringify({ o, b: b as Json } satisfies Envelope);

export const UPDATE = 'item/update';

export const updateFrame = (push: ItemUpdatePush): string => frame(UPDATE, push);

/** Says that something was saved, without saying what: for clients that read it themselves. */
export const savedFrame = (
  o: 'itemUpdated' | 'updated',
  saved: { readonly $id: ItemId; readonly _u: number },
): string => frame(o, saved);

export const actionFrame = (done: { readonly $id: ItemId; readonly _u: number; readonly action: string }): string =>
  frame('item/action', done);

export const goneFrame = (id: ItemId): string => updateFrame({ $id: id, gone: true });

/** Many items of a type are read by others from now on: who watches the type asks again for what it holds. */
export const typeFrame = (type: string): string => updateFrame({ $id: itemId(type, 0) });

/** A deletion: spec platform 4 announces it as a finished task, and says no more than the id. */
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
  return frame('taskComplete', task);
};

/** How far a task is; `over` once it is no more. */
export const frameOfTask = (task: TaskState, over: boolean): string =>
  frame(over ? 'taskComplete' : 'taskUpdate', task);

export const unreadFrame = (unread: number): string => frame('notices', { unread });

/** How much of an item the person has read, here or on another device. */
export const readMarkFrame = (mark: { readonly context: ItemId; readonly seen: number }): string =>
  frame('readMark', mark);

export const notifyFrame = (item: Item): string => frame('item/notify', item);

/** Everything of a visible item; a declared property without a visible value is `null`, so that nothing stale stays behind. */
export const wholeChange = (type: ItemType, item: Item): Record<string, Json> => {
  const changed: Record<string, Json> = {};
  for (const name of Object.keys(type.properties)) changed[name] = null;
  for (const [name, value] of Object.entries(item))
    if (value !== undefined && (CHANGING_NAMES.has(name) || !HEADER_NAMES.has(name))) changed[name] = value;
  return changed;
};
