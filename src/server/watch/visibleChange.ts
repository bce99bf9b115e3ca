// Decides how much of a change is pushed: the changed properties, or the whole item. Pure. readChangeEvents reads the events and
// createLiveUpdates pushes them.

import type { ItemId } from 'src/model/item/Item.ts';
import { templatePaths } from 'src/model/item/labelOf.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { NO_READERS } from 'src/server/store/aclRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { Diff } from 'src/server/watch/changeEvents.ts';

/** A change with the data that its pushes need. */
export interface ChangeEvent {
  readonly change: Change;
  readonly type: ServerItemType;
  /** The item as stored now; this one read decides about all receivers. Undefined when the item was deleted. */
  readonly stored: StoredItem | undefined;
  /** Undefined when no history is stored, or only the readers changed. */
  readonly diff: Diff | undefined;
}

/** A change of an item that still exists. */
export interface VisibleChange extends ChangeEvent {
  readonly id: ItemId;
  readonly stored: StoredItem;
  /** True when further changes are unknown, or some were for other readers: then everything visible is sent. */
  readonly whole: boolean;
}

/** Returns true for a save with unknown parts: values that are not stored, or computed when read. */
const isPartlyKnown = (type: ServerItemType, diff: Diff): boolean =>
  Object.values(diff.diff).includes(null) ||
  Object.values(type.properties).some(({ computed }) => computed?.clock === true);

/** Present readers must not get values saved for other readers; they get the item as it is stored now. */
const wasForOthers = ({ change, type, diff, stored }: ChangeEvent): boolean => {
  const stricter = Object.keys(diff?.diff ?? {}).some((name) => type.properties[name]?.level !== undefined);
  return change.acl !== stored?.acl || (stricter && change.u !== stored.u);
};

/** Returns whether the change affects rights. Unknown changes affect everyone's. */
export const movesReaders = ({ op, moved }: Change): boolean => op === 'c' || moved === null || moved.length > 0;

/** Returns whether the receiver's access has changed. */
export const isMovedFor = ({ op, moved }: Change, readFilter: ReadFilter): boolean => {
  if (op === 'c' || moved === null) return true;
  // The filter of an administrator reads every acl, even the empty one.
  const reads = (acl: number): boolean => acl !== NO_READERS && readFilter.canRead(acl);
  return moved.some((acl, at) => at % 2 === 0 && reads(acl) !== reads(moved[at + 1] ?? acl));
};

const needsWhole = (changeEvent: ChangeEvent): boolean =>
  !changeEvent.diff || wasForOthers(changeEvent) || isPartlyKnown(changeEvent.type, changeEvent.diff);

/** Returns whether the property is part of the label, which every reader sees. */
export const isInTitle = ({ view }: ServerItemType, name: string): boolean =>
  templatePaths(view.title).some((path) => path.split('.')[0] === name);

/** Returns undefined when the item was deleted since; the deletion is a separate change. */
export const visibleChangeOf = (changeEvent: ChangeEvent): VisibleChange | undefined => {
  const { stored } = changeEvent;
  if (!stored) return undefined;
  return { ...changeEvent, id: stored.id, stored, whole: needsWhole(changeEvent) };
};
