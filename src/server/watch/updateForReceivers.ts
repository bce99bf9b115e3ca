// Decides what the live update of an item contains for each receiver, and sends it to all watchers. Each read filter is evaluated again; the
// result is a view: the levels of the item and the related items that the receiver may read (receiverRights.ts). Receivers with equal views
// get the same frame. PRIVATE values are sent after the audit has stored them.

import type { Receiver } from 'src/server/context.ts';
import { relationPaths } from 'src/model/schema/paths.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import { generalForm } from 'src/model/geo/generalForm.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemUpdatePush } from 'src/model/generated/wire.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { withoutHidden } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Audit, Shown } from 'src/server/store/audit.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { countNamed } from 'src/server/store/relatedCounts.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';
import {
  actionFrame,
  deletedFrame,
  goneFrame,
  savedFrame,
  UPDATE,
  updateFrame,
  wholeChange,
} from 'src/server/watch/pushFrames.ts';
import { visibleToReceivers, type View } from 'src/server/watch/receiverRights.ts';
import {
  isInTitle,
  isMovedFor,
  visibleChangeOf,
  type ChangeEvent,
  type VisibleChange,
} from 'src/server/watch/visibleChange.ts';

export interface LiveUpdateOptions {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'view' | 'levelAcl' | 'labels' | 'find'>;
  readonly audit: Audit;
  readonly register: Register;
  readonly now: () => Date;
}

type Changed = Readonly<Record<string, Json>>;
type ItemUpdate = ItemUpdatePush & { readonly _u: number };

const propertyLevel = (type: ServerItemType, property: string): Level => type.properties[property]?.level ?? 'PUBLIC';

/** Returns the value as the view may read it, possibly in its general form; undefined when it is hidden. */
const viewValue = (type: ServerItemType, view: View, name: string, value: Json): Json | undefined => {
  const rank = levelRank(propertyLevel(type, name));
  return rank === 0 || view.levels[rank - 1] === '1' ? value : generalForm(type.properties[name], value);
};

/** Returns the counts of changed relations. Counts of items that name this one change without a save of it. */
const changedCounts = (type: ServerItemType, names: readonly string[], shown: Changed): Changed =>
  Object.fromEntries(
    Object.values(type.properties).flatMap(({ name, count }): [string, Json][] =>
      count && count.type === undefined && names.includes(count.path) ? [[name, countNamed(shown, count)]] : [],
    ),
  );

/** Returns the visible changes, in addition to the header members that every save changes. */
const partFor = ({ type, stored, diff }: VisibleChange, view: View): Changed => {
  const changed: Record<string, Json> = {
    updated: stored.updated,
    updatedBy: view.updater ?? null,
    $label: view.label,
  };
  for (const [name, change] of Object.entries(diff?.diff ?? {})) {
    const value = change ? viewValue(type, view, name, change[1]) : undefined;
    if (value !== undefined) changed[name] = value;
  }
  const shown = withoutHidden(changed, relationPaths(type), (id) => view.shown.has(id));
  // A property without a visible value for this receiver is sent as null.
  return {
    ...Object.fromEntries(Object.keys(changed).map((name) => [name, null])),
    ...shown,
    ...changedCounts(type, Object.keys(changed), shown),
  };
};

/** Returns whether the view may know about the save: a readable property or the label has changed. */
const seesSave = ({ type, change: { op }, diff }: VisibleChange, view: View): boolean =>
  (op === 'u' && !diff) ||
  Object.entries(diff?.diff ?? {}).some(([name, change]) => {
    if (isInTitle(type, name)) return true;
    if (viewValue(type, view, name, null) === undefined) return false;
    // Changes of hidden relations, or of a geometry within its general form, are no changes for this view.
    const shown = (change ?? []).map((value) =>
      withoutHidden({ [name]: viewValue(type, view, name, value) ?? null }, relationPaths(type), (id) =>
        view.shown.has(id),
      ),
    );
    return change === null || !deepEqual(shown[0], shown[1]);
  });

/** Returns whether the view reads all changes of the save. Only then it may contain the action. */
const seesAll = ({ type, diff }: VisibleChange, view: View): boolean =>
  Object.keys(diff?.diff ?? {}).every((name) => viewValue(type, view, name, null) !== undefined);

/** Returns the frames that announce a save without its content, for receivers that see the save. */
const noticesOf = (visibleChange: VisibleChange, view: View, { userId }: Subject): readonly string[] => {
  const { change, id, diff } = visibleChange;
  if (change.op !== 'u' || !seesSave(visibleChange, view)) return [];
  const saved = { $id: id, _u: change.u };
  const action = diff?.action ?? undefined;
  return [
    savedFrame('itemUpdated', saved),
    ...(diff !== undefined && diff.by === userId ? [savedFrame('updated', saved)] : []),
    ...(action !== undefined && seesAll(visibleChange, view) ? [actionFrame({ ...saved, action })] : []),
  ];
};

interface Frame {
  readonly text: string;
  readonly u: number;
  readonly holdsPrivate: boolean;
}

/** `shownNames` are the properties in the frame. */
const frameFrom = ({ type, stored }: VisibleChange, push: ItemUpdate, shownNames: readonly string[]): Frame => ({
  text: updateFrame(push),
  u: push._u,
  holdsPrivate: stored.level === 'PRIVATE' || shownNames.some((name) => propertyLevel(type, name) === 'PRIVATE'),
});

const viewFrame = async (
  { items, database }: LiveUpdateOptions,
  visibleChange: VisibleChange,
  { readFilter, view, created, whole }: { readFilter: ReadFilter; view: View; created: boolean; whole: boolean },
): Promise<Frame> => {
  const { type, id, change, stored } = visibleChange;
  if (!whole) {
    const changed = partFor(visibleChange, view);
    return frameFrom(visibleChange, { $id: id, _u: change.u, changed }, Object.keys(changed));
  }
  // Shared by all receivers of the view, so each is audited separately.
  const item = await items.view(database, readFilter, stored, undefined);
  const push = { $id: id, _u: item._u, changed: wholeChange(type, item), ...(created && { created }) };
  return frameFrom(visibleChange, push, Object.keys(item));
};

/** Frames for one receiver. */
interface Delivery {
  readonly receiver: Receiver;
  readonly subject: Subject;
  readonly frame: Frame;
  /** Sent after the frame. */
  readonly notices: readonly string[];
}

export const createLiveUpdates = (options: LiveUpdateOptions) => {
  const { register, audit, now } = options;

  const send = async (id: ItemId, deliveries: readonly Delivery[]): Promise<void> => {
    const shown = deliveries.flatMap(({ subject, frame }): Shown[] =>
      frame.holdsPrivate ? [{ subject, id, u: frame.u }] : [],
    );
    if (shown.length > 0) await audit.record(UPDATE, shown);
    for (const { receiver, frame, notices } of deliveries)
      for (const text of [frame.text, ...notices]) receiver.send(text);
  };

  const publishGone = (receiver: Receiver, id: ItemId): void => {
    register.unwatchItem(receiver, id);
    receiver.send(goneFrame(id));
  };

  const publishDeleted = ({ change, type }: ChangeEvent): void => {
    const id = itemId(type.name, change.i);
    const deleted = deletedFrame(id, now());
    for (const receiver of new Set([...register.ofItem(id), ...register.ofType(type.name)])) {
      const watched = register.watchesItem(receiver, id);
      if (watched) register.unwatchItem(receiver, id);
      if (receiver.readFilter().canRead(change.acl)) receiver.send(deleted);
      else if (watched) receiver.send(goneFrame(id));
    }
  };

  const publishChanged = async (visibleChange: VisibleChange): Promise<void> => {
    const { change, type, id, stored } = visibleChange;
    const receivers = [...new Set([...register.ofItem(id), ...register.ofType(type.name)])];
    const couldRead = (receiver: Receiver): boolean =>
      change.op !== 'c' && receiver.readFilter().canRead(change.oldAcl ?? change.acl);
    // Receivers that lost the right come first, even if building the other frames fails.
    for (const receiver of receivers)
      if (!receiver.readFilter().canRead(stored.acl) && (register.watchesItem(receiver, id) || couldRead(receiver)))
        publishGone(receiver, id);
    const viewOf = await visibleToReceivers(options, visibleChange);
    const frames = new Map<string, Promise<Frame>>();
    const deliveries: Delivery[] = [];
    for (const receiver of receivers) {
      const readFilter = receiver.readFilter();
      if (!readFilter.canRead(stored.acl)) continue;
      const view = await viewOf(readFilter);
      const moved = isMovedFor(change, readFilter);
      if (!moved && !seesSave(visibleChange, view)) continue;
      const whole = moved || visibleChange.whole;
      const created = !register.watchesItem(receiver, id) && !couldRead(receiver);
      const key = [view.levels, created, whole, [...view.shown].sort().join(' '), view.label, view.updater].join('\n');
      const frame = frames.get(key) ?? viewFrame(options, visibleChange, { readFilter, view, created, whole });
      frames.set(key, frame);
      const { subject } = readFilter;
      deliveries.push({ receiver, subject, frame: await frame, notices: noticesOf(visibleChange, view, subject) });
    }
    await send(id, deliveries);
  };

  return {
    async publish(changeEvent: ChangeEvent): Promise<void> {
      if (changeEvent.change.op === 'd') return publishDeleted(changeEvent);
      const visibleChange = visibleChangeOf(changeEvent);
      if (visibleChange) await publishChanged(visibleChange);
    },
    publishGone,
    whole: (type: ServerItemType, item: Item): string =>
      updateFrame({ $id: item.$id, _u: item._u, changed: wholeChange(type, item) }),
  };
};

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;
