// The entries of a list that is filled from a search: a relation and a note each. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { PagePicks } from 'src/model/schema/TypeView.ts';

export interface Picked {
  readonly id: ItemId;
  readonly note: string;
}

type Paths = Pick<PagePicks, 'path' | 'record' | 'note'>;

/** Returns the entries without those that the reader may not see. */
export const pickedIn = (item: Item, { path, record, note }: Paths): readonly Picked[] => {
  const entries = item[path];
  if (!Array.isArray(entries)) return [];
  return (entries as readonly Json[]).flatMap((entry) => {
    const id = isRecord(entry) ? entry[record] : undefined;
    const said = isRecord(entry) ? entry[note] : undefined;
    return isItemId(id) ? [{ id, note: typeof said === 'string' ? said : '' }] : [];
  });
};

/** Repeats a change that was made in `shown` in the newest list: entries removed, and notes written. Other entries stay as they are. */
export const repeatedIn = (
  newest: readonly Picked[],
  shown: readonly Picked[],
  changed: readonly Picked[],
): readonly Picked[] => {
  const before = new Map(shown.map(({ id, note }) => [id, note]));
  const after = new Map(changed.map(({ id, note }) => [id, note]));
  return newest.flatMap((entry) => {
    const note = after.get(entry.id);
    if (note === undefined) return before.has(entry.id) ? [] : [entry];
    return [note === before.get(entry.id) ? entry : { ...entry, note }];
  });
};

/** Returns the entries in stored form; null if there are none. */
export const entriesOf = (picked: readonly Picked[], { record, note }: Paths): Json =>
  picked.length === 0
    ? null
    : picked.map((each) => ({ [record]: each.id, ...(each.note.trim() !== '' && { [note]: each.note.trim() }) }));
