// One change of one item to everybody who watches it: each receiver's gate is asked again, one frame is built per distinct
// view. The view of a receiver is which of the item's levels it may read; two receivers of one view get the same text. What is
// PRIVATE is sent when the audit has it.

import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemUpdatePush } from 'src/model/generated/wire.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Gate, Gates } from 'src/server/access/Gate.ts';
import type { Audit, Shown } from 'src/server/audit/Audit.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Register } from 'src/server/watch/createRegister.ts';
import { deletedFrame, goneFrame, UPDATE, updateFrame, wholeChange } from 'src/server/watch/frames.ts';
import { receiverViews, type View } from 'src/server/watch/receiverViews.ts';
import { tellingOf, type News, type Telling } from 'src/server/watch/tellingOf.ts';
import type { Receiver } from 'src/server/watch/Watches.ts';

export interface PushOptions {
  readonly database: Queryable;
  readonly gates: Gates;
  readonly items: Pick<ItemStore, 'view' | 'levelAcl' | 'labels'>;
  readonly audit: Audit;
  readonly register: Register;
  readonly now: () => Date;
}

type Changed = Readonly<Record<string, Json>>;
type ItemUpdate = ItemUpdatePush & { readonly _u: number };

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

interface Frame {
  readonly text: string;
  readonly u: number;
  readonly holdsPrivate: boolean;
}

/** `told`: names of the properties of which the frame tells anything. */
const frameFrom = ({ type, stored }: Telling, push: ItemUpdate, told: readonly string[]): Frame => ({
  text: updateFrame(push),
  u: push._u,
  holdsPrivate: stored.level === 'PRIVATE' || told.some((name) => levelOf(type, name) === 'PRIVATE'),
});

const frameOf = async (
  { items }: PushOptions,
  telling: Telling,
  { gate, view, created }: { gate: Gate; view: View; created: boolean },
): Promise<Frame> => {
  const { type, id, change, whole, stored } = telling;
  if (!whole) {
    const changed = partFor(telling, view);
    return frameFrom(telling, { $id: id, _u: change.u, changed }, Object.keys(changed));
  }
  // Shared by all receivers of the view, so each is put into the audit by itself.
  const item = await items.view(stored, gate, undefined);
  const push = { $id: id, _u: item._u, changed: wholeChange(type, item), ...(created && { created }) };
  return frameFrom(telling, push, Object.keys(item));
};

/** What one receiver is about to be told. */
interface Word {
  readonly receiver: Receiver;
  readonly subject: Subject;
  readonly frame: Frame;
}

export const createPushes = (options: PushOptions) => {
  const { register, audit, now } = options;

  const send = async (id: ItemId, words: readonly Word[]): Promise<void> => {
    const shown = words.flatMap(({ subject, frame }): Shown[] =>
      frame.holdsPrivate ? [{ subject, id, u: frame.u }] : [],
    );
    if (shown.length > 0) await audit.record(UPDATE, shown);
    for (const { receiver, frame } of words) receiver.send(frame.text);
  };

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
    const frames = new Map<string, Promise<Frame>>();
    const words: Word[] = [];
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
      words.push({ receiver, subject: gate.subject, frame: await frame });
    }
    await send(id, words);
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
