// How much of a change must be pushed: the properties that the save changed, or the whole item. Pure. Events are read by
// readChangeEvents and pushed by createPushes.

import type { ItemId } from 'src/model/item/Item.ts';
import { templatePaths } from 'src/model/item/labelOf.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { NOBODY } from 'src/server/store/aclRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { Diff } from 'src/server/watch/changeEvents.ts';

/** A change with what its pushes need. */
export interface ChangeEvent {
  readonly change: Change;
  readonly type: ServerItemType;
  /** As it is stored now: this one reading decides who is sent what. Undefined when the item was deleted. */
  readonly stored: StoredItem | undefined;
  /** Undefined when no history is kept, or only the readers changed. */
  readonly diff: Diff | undefined;
}

/** A change of an item that still exists. */
export interface VisibleChange extends ChangeEvent {
  readonly id: ItemId;
  readonly stored: StoredItem;
  /** It is not known what else changed, or some of it was for other readers: then everything visible is sent. */
  readonly whole: boolean;
}

/** A save of which not everything is known: kept without values, or with values that are worked out when read. */
const isPartlyKnown = (type: ServerItemType, diff: Diff): boolean =>
  Object.values(diff.diff).includes(null) ||
  Object.values(type.properties).some(({ computed }) => computed?.clock === true);

/** Today's readers must not be sent what was saved for other readers: they are sent the item as it is stored now. */
const wasForOthers = ({ change, type, diff, stored }: ChangeEvent): boolean => {
  const stricter = Object.keys(diff?.diff ?? {}).some((name) => type.properties[name]?.level !== undefined);
  return change.acl !== stored?.acl || (stricter && change.u !== stored.u);
};

/** Whether the change moved anybody's rights. Where that is not known it moved everybody's. */
export const movesReaders = ({ op, moved }: Change): boolean => op === 'c' || moved === null || moved.length > 0;

/** Whether what the receiver may read is other than before. */
export const isMovedFor = ({ op, moved }: Change, readFilter: ReadFilter): boolean => {
  if (op === 'c' || moved === null) return true;
  // The filter of an administrator reads by any number, also by that of nobody.
  const reads = (acl: number): boolean => acl !== NOBODY && readFilter.canRead(acl);
  return moved.some((acl, at) => at % 2 === 0 && reads(acl) !== reads(moved[at + 1] ?? acl));
};

const isWhole = (changeEvent: ChangeEvent): boolean =>
  !changeEvent.diff || wasForOthers(changeEvent) || isPartlyKnown(changeEvent.type, changeEvent.diff);

/** Whether the label, which every reader of the item sees, is made from the property. */
export const isInTitle = ({ view }: ServerItemType, name: string): boolean =>
  templatePaths(view.title).some((path) => path.split('.')[0] === name);

/** Undefined when the item was deleted since; the deletion is a change of its own. */
export const visibleChangeOf = (changeEvent: ChangeEvent): VisibleChange | undefined => {
  const { stored } = changeEvent;
  if (!stored) return undefined;
  return { ...changeEvent, id: stored.id, stored, whole: isWhole(changeEvent) };
};
