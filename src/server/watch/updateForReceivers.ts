// Decides what the live update of an item contains for each receiver, and sends it to all watchers. Each read filter is evaluated again; the
// result is a view: the levels of the item and the related items that the receiver may read (receiverRights.ts). Receivers with the same view
// get the same frames, which are built and encoded once. PRIVATE values are sent after the audit has stored them.

import type { Receiver } from 'src/server/context.ts';
import { relationPaths } from 'src/model/schema/paths.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import { generalForm, levelOfValue } from 'src/model/geo/generalForm.ts';
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
import { createReceiverRights, type View, type ViewOf } from 'src/server/watch/receiverRights.ts';
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
  readonly items: Pick<ItemStorage, 'view' | 'levelAcl' | 'storedLabels'>;
  readonly audit: Audit;
  readonly register: Register;
  readonly now: () => Date;
}

type Changed = Readonly<Record<string, Json>>;
type ItemUpdate = ItemUpdatePush & { readonly _u: number };

const propertyLevel = (type: ServerItemType, property: string): Level => type.properties[property]?.level ?? 'PUBLIC';

/** Returns the value as the view may read it, possibly in its general form; undefined when it is hidden. */
const viewValue = (
  { type, stored }: Pick<VisibleChange, 'type' | 'stored'>,
  view: View,
  name: string,
  value: Json,
): Json | undefined => {
  const rank = levelRank(levelOfValue(type.properties[name], stored.properties) ?? 'PUBLIC');
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
const partFor = (visibleChange: VisibleChange, view: View): Changed => {
  const { type, stored, diff } = visibleChange;
  const changed: Record<string, Json> = {
    updated: stored.updated,
    updatedBy: view.updater ?? null,
    $label: view.label,
  };
  for (const [name, change] of Object.entries(diff?.diff ?? {})) {
    const value = change ? viewValue(visibleChange, view, name, change[1]) : undefined;
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
const seesSave = (visibleChange: VisibleChange, view: View): boolean => {
  const {
    type,
    change: { op },
    diff,
  } = visibleChange;
  if (op === 'u' && !diff) return true;
  return Object.entries(diff?.diff ?? {}).some(([name, change]) => {
    if (isInTitle(type, name)) return true;
    if (viewValue(visibleChange, view, name, null) === undefined) return false;
    // Changes of hidden relations, or of a geometry within its general form, are no changes for this view.
    const shown = (change ?? []).map((value) =>
      withoutHidden({ [name]: viewValue(visibleChange, view, name, value) ?? null }, relationPaths(type), (id) =>
        view.shown.has(id),
      ),
    );
    return change === null || !deepEqual(shown[0], shown[1]);
  });
};

/** Returns whether the view reads all changes of the save. Only then it may contain the action. */
const seesAll = (visibleChange: VisibleChange, view: View): boolean =>
  Object.keys(visibleChange.diff?.diff ?? {}).every((name) => viewValue(visibleChange, view, name, null) !== undefined);

/** Returns the frames that announce a save without its content, for receivers that see the save. */
const noticesOf = (visibleChange: VisibleChange, view: View, isOwn: boolean): readonly string[] => {
  const { change, id, diff } = visibleChange;
  if (change.op !== 'u' || !seesSave(visibleChange, view)) return [];
  const saved = { $id: id, _u: change.u };
  const action = diff?.action ?? undefined;
  return [
    savedFrame('itemUpdated', saved),
    ...(isOwn ? [savedFrame('updated', saved)] : []),
    ...(action !== undefined && seesAll(visibleChange, view) ? [actionFrame({ ...saved, action })] : []),
  ];
};

/** Frames of the receivers that get the same. The update comes first. */
interface SharedFrames {
  readonly texts: readonly string[];
  readonly u: number;
  readonly holdsPrivate: boolean;
}

interface Update {
  readonly push: ItemUpdate;
  /** Properties in the push. */
  readonly names: readonly string[];
}

/** Properties of receivers that get the same frames. */
interface Audience {
  /** Has the view. */
  readonly readFilter: ReadFilter;
  readonly view: View;
  /** Sends everything visible and not only the changes. */
  readonly whole: boolean;
  readonly created: boolean;
  /** The receiver's user made the save. */
  readonly isOwn: boolean;
}

const updateFor = async (
  { items, database }: LiveUpdateOptions,
  visibleChange: VisibleChange,
  { readFilter, view, created, whole }: Audience,
): Promise<Update> => {
  const { type, id, change, stored } = visibleChange;
  if (!whole) {
    const changed = partFor(visibleChange, view);
    return { push: { $id: id, _u: change.u, changed }, names: Object.keys(changed) };
  }
  // Shared by all receivers of the view, so each is audited separately.
  const item = await items.view(database, readFilter, stored, undefined);
  const push = { $id: id, _u: item._u, changed: wholeChange(type, item), ...(created && { created }) };
  return { push, names: Object.keys(item) };
};

const framesFor = async (
  options: LiveUpdateOptions,
  visibleChange: VisibleChange,
  audience: Audience,
): Promise<SharedFrames> => {
  const { type, stored } = visibleChange;
  const { push, names } = await updateFor(options, visibleChange, audience);
  return {
    texts: [updateFrame(push), ...noticesOf(visibleChange, audience.view, audience.isOwn)],
    u: push._u,
    holdsPrivate: stored.level === 'PRIVATE' || names.some((name) => propertyLevel(type, name) === 'PRIVATE'),
  };
};

/** Builds frames once for each view, its kind of update and the author. */
const sharedFrames = (options: LiveUpdateOptions, visibleChange: VisibleChange) => {
  const byView = new Map<View, Map<string, Promise<SharedFrames>>>();
  return (audience: Audience): Promise<SharedFrames> => {
    const { view, whole, created, isOwn } = audience;
    const ofView = byView.get(view) ?? new Map<string, Promise<SharedFrames>>();
    byView.set(view, ofView);
    const key = `${whole} ${created} ${isOwn}`;
    const frames = ofView.get(key) ?? framesFor(options, visibleChange, audience);
    ofView.set(key, frames);
    return frames;
  };
};

const seenSaves = (visibleChange: VisibleChange) => {
  const known = new Map<View, boolean>();
  return (view: View): boolean => {
    const seen = known.get(view) ?? seesSave(visibleChange, view);
    known.set(view, seen);
    return seen;
  };
};

/** Frames for one receiver. */
interface Delivery {
  readonly receiver: Receiver;
  readonly subject: Subject;
  readonly frames: SharedFrames;
}

/** A change with what its views need. */
export interface PreparedChange {
  readonly changeEvent: ChangeEvent;
  readonly visible?: { readonly change: VisibleChange; readonly viewOf: ViewOf } | undefined;
}

export const createLiveUpdates = (options: LiveUpdateOptions) => {
  const { register, audit, now } = options;
  const viewsOf = createReceiverRights(options);

  const send = async (id: ItemId, deliveries: readonly Delivery[]): Promise<void> => {
    const shown = deliveries.flatMap(({ subject, frames }): Shown[] =>
      frames.holdsPrivate ? [{ subject, id, u: frames.u }] : [],
    );
    if (shown.length > 0) await audit.record(UPDATE, shown);
    for (const { receiver, frames } of deliveries) receiver.sendAll(frames.texts);
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

  const publishChanged = async (visibleChange: VisibleChange, viewOf: ViewOf): Promise<void> => {
    const { change, type, id, stored, diff } = visibleChange;
    const receivers = [...new Set([...register.ofItem(id), ...register.ofType(type.name)])];
    const couldRead = (receiver: Receiver): boolean =>
      change.op !== 'c' && receiver.readFilter().canRead(change.oldAcl ?? change.acl);
    // Receivers that lost the right come first, even if building the other frames fails.
    for (const receiver of receivers)
      if (!receiver.readFilter().canRead(stored.acl) && (register.watchesItem(receiver, id) || couldRead(receiver)))
        publishGone(receiver, id);
    const framesOf = sharedFrames(options, visibleChange);
    const isSeen = seenSaves(visibleChange);
    const deliveries: Delivery[] = [];
    for (const receiver of receivers) {
      const readFilter = receiver.readFilter();
      if (!readFilter.canRead(stored.acl)) continue;
      const view = viewOf(readFilter);
      const moved = isMovedFor(change, readFilter);
      if (!moved && !isSeen(view)) continue;
      const { subject } = readFilter;
      const frames = await framesOf({
        ...{ readFilter, view, whole: moved || visibleChange.whole },
        created: !register.watchesItem(receiver, id) && !couldRead(receiver),
        isOwn: diff !== undefined && diff.by === subject.userId,
      });
      deliveries.push({ receiver, subject, frames });
    }
    await send(id, deliveries);
  };

  return {
    /** Reads what the pushes of a change need. Changes that are prepared together share their statements. */
    async prepare(changeEvent: ChangeEvent): Promise<PreparedChange> {
      const change = changeEvent.change.op === 'd' ? undefined : visibleChangeOf(changeEvent);
      return { changeEvent, visible: change && { change, viewOf: await viewsOf(change) } };
    },
    async publish({ changeEvent, visible }: PreparedChange): Promise<void> {
      if (changeEvent.change.op === 'd') publishDeleted(changeEvent);
      else if (visible) await publishChanged(visible.change, visible.viewOf);
    },
    publishGone,
    whole: (type: ServerItemType, item: Item): string =>
      updateFrame({ $id: item.$id, _u: item._u, changed: wholeChange(type, item) }),
  };
};

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;
