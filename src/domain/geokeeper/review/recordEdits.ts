// The unsaved edits of a trip and its records as a value, and their number.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { EditedTrack, SegmentEnds } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

/** Changes of a person to one record. `null` removes a value. */
export interface RecordEdit {
  /** Update counter of the record when the first of the edits was made. */
  readonly u: number;
  /** Changed answers by path, such as `visit/0/species`. */
  readonly answers?: Readonly<Record<string, Json>>;
  /** GeoJSON. */
  readonly place?: Json;
  readonly track?: EditedTrack;
}

export type RecordEdits = Readonly<Record<ItemId, RecordEdit>>;

/** Values of a record before its edits, which decide whether an edit changes anything. */
export interface EditedRecord {
  readonly u: number;
  readonly answers: (path: string) => unknown;
  readonly place: Json;
  readonly track: EditedTrack | undefined;
}

const NO_INDEXES: readonly number[] = [];

const missingCount = (from: ReadonlySet<number>, other: ReadonlySet<number>): number =>
  [...from].filter((index) => !other.has(index)).length;

const isSameEnds = (one: SegmentEnds | null | undefined, other: SegmentEnds | null | undefined): boolean =>
  deepEqual(one ?? null, other ?? null);

/** Returns the number of points and of segments that differ. */
export const trackEditCount = (before: EditedTrack | undefined, edited: EditedTrack): number =>
  edited.segments.reduce((count, _, segment) => {
    const was = new Set(before?.removed?.[segment]);
    const is = new Set(edited.removed?.[segment] ?? NO_INDEXES);
    const ends = isSameEnds(before?.ends?.[segment], edited.ends?.[segment]) ? 0 : 1;
    return count + missingCount(was, is) + missingCount(is, was) + ends;
  }, 0);

export const editCount = (edit: RecordEdit, before: Pick<EditedRecord, 'track'> | undefined): number =>
  Object.keys(edit.answers ?? {}).length +
  (edit.place === undefined ? 0 : 1) +
  (edit.track ? trackEditCount(before?.track, edit.track) : 0);

/** Adds changes to an edit. Values that are the same as before the edit are left out; undefined when nothing is left. */
export const editWith = (
  edit: RecordEdit | undefined,
  changes: Omit<RecordEdit, 'u'>,
  before: EditedRecord,
): RecordEdit | undefined => {
  const merged = { ...edit, ...changes };
  const answers = Object.fromEntries(
    Object.entries({ ...edit?.answers, ...changes.answers }).filter(
      ([path, value]) => !deepEqual(value, before.answers(path) ?? null),
    ),
  );
  const isMoved = merged.place !== undefined && !deepEqual(merged.place, before.place);
  const isTrackEdited = merged.track !== undefined && trackEditCount(before.track, merged.track) > 0;
  if (Object.keys(answers).length === 0 && !isMoved && !isTrackEdited) return undefined;
  return {
    u: edit?.u ?? before.u,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(isMoved && { place: merged.place }),
    ...(isTrackEdited && { track: merged.track }),
  };
};
