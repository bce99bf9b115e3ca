// One change of one item to everybody who watches it: each receiver's gate is asked again, one frame is built per distinct
// view. The view of a receiver is which of the item's levels it may read; two receivers of one view get the same text.

import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Gate, Gates } from 'src/server/access/Gate.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Register } from 'src/server/watch/createRegister.ts';
import { deletedFrame, goneFrame, updateFrame, wholeChange } from 'src/server/watch/frames.ts';
import { receiverViews, type View } from 'src/server/watch/receiverViews.ts';
import { tellingOf, type News, type Telling } from 'src/server/watch/tellingOf.ts';
import type { Receiver } from 'src/server/watch/Watches.ts';

export interface PushOptions {
  readonly database: Queryable;
  readonly gates: Gates;
  readonly items: Pick<ItemStore, 'view' | 'levelAcl' | 'labels'>;
  readonly register: Register;
  readonly now: () => Date;
}

type Changed = Readonly<Record<string, Json>>;

const levelOf = (type: ServerItemType, property: string): Level => type.properties[property]?.level ?? 'PUBLIC';

/** What of the save the view may read, beside the parts of the header that every save moves. */
const partFor = ({ type, stored, diff }: Telling, view: View): Changed => {
  const changed: Record<string, Json> = { updated: stored.updated, $label: view.label };
  for (const [name, change] of Object.entries(diff?.diff ?? {})) {
    const rank = levelRank(levelOf(type, name));
    if (change && (rank === 0 || view.levels[rank - 1] === '1')) changed[name] = change[1];
  }
  return changed;
};

const frameOf = async (
  { items }: PushOptions,
  telling: Telling,
  { gate, view, created }: { gate: Gate; view: View; created: boolean },
): Promise<string> => {
  const { type, id, change, whole, stored } = telling;
  if (!whole) return updateFrame({ $id: id, _u: change.u, changed: partFor(telling, view) });
  const item = await items.view(stored, gate);
  return updateFrame({ $id: id, _u: item._u, changed: wholeChange(type, item), ...(created && { created }) });
};

export const createPushes = (options: PushOptions) => {
  const { register, now } = options;

  const tellGone = (receiver: Receiver, id: ItemId): void => {
    register.unwatchItem(receiver, id);
    receiver.send(goneFrame(id));
  };

  const tellDeleted = ({ change, type }: News): void => {
    const id = itemId(type.name, change.i);
    const deleted = deletedFrame(id, now());
    for (const receiver of new Set([...register.ofItem(id), ...register.ofType(type.name)])) {
      const watched = register.watchesItem(receiver, id);
      if (watched) register.unwatchItem(receiver, id);
      if (receiver.gate().canRead(change.acl)) receiver.send(deleted);
      else if (watched) receiver.send(goneFrame(id));
    }
  };

  const tellChanged = async (telling: Telling): Promise<void> => {
    const { change, type, id, stored } = telling;
    const viewOf = await receiverViews(options, telling);
    const frames = new Map<string, Promise<string>>();
    for (const receiver of new Set([...register.ofItem(id), ...register.ofType(type.name)])) {
      const gate = receiver.gate();
      const watched = register.watchesItem(receiver, id);
      const before = change.op !== 'c' && gate.canRead(change.oldAcl ?? change.acl);
      if (!gate.canRead(stored.acl)) {
        if (watched || before) tellGone(receiver, id);
        continue;
      }
      const view = await viewOf(gate);
      const created = !watched && !before;
      const key = `${view.levels}${created}${view.label}`;
      const frame = frames.get(key) ?? frameOf(options, telling, { gate, view, created });
      frames.set(key, frame);
      receiver.send(await frame);
    }
  };

  return {
    async tell(news: News): Promise<void> {
      if (news.change.op === 'd') return tellDeleted(news);
      const telling = tellingOf(news);
      if (telling) await tellChanged(telling);
    },
    tellGone,
    whole: (type: ServerItemType, item: Item): string =>
      updateFrame({ $id: item.$id, _u: item._u, changed: wholeChange(type, item) }),
  };
};

export type Pushes = ReturnType<typeof createPushes>;
