// Applies the edits of one record: answers are recalculated and checked by the form of the record, a track keeps its recorded positions, and a
// place is changed like in every other form. The record becomes EDITED.

import { FIELD_DATA, isEditableState } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { lineOfTrack } from 'src/domain/geokeeper/records/lineOfTrack.ts';
import { answerAt, mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import { prepareAnswers, sidesOf, type PreparedAnswers } from 'src/domain/geokeeper/review/editAnswers.server.ts';
import { readTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { invalid, invalidAt, isProblem, problem, type Problem } from 'src/model/problems.ts';
import {
  transitionItem,
  updateItem,
  writeItem,
  type Context,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** The wire form of an edit. `null` removes an answer or a place. */
export interface SentEdit {
  readonly u: number;
  readonly answers?: Readonly<Record<string, Json>> | undefined;
  readonly place?: Json | undefined;
  /** Removed points and moved ends, with or without the recorded segments. */
  readonly track?: Json | undefined;
}

export type SentEdits = Readonly<Record<string, SentEdit>>;

/** Result of a preparation by the id of its record: computed answers, or the reason why they are refused. */
export type PreparedEdits = ReadonlyMap<string, PreparedAnswers | Problem>;

/** Refuses answers that another person changed since the version of the edit. */
const refuseChanged = (edit: SentEdit, base: Values, now: Values): void => {
  const [was, is] = [sidesOf(base), sidesOf(now)].map(({ general, restricted }) => mergedAnswers(general, restricted));
  const isChanged = Object.keys(edit.answers ?? {}).some(
    (path) => !deepEqual(answerAt(was ?? {}, path), answerAt(is ?? {}, path)),
  );
  if (isChanged || (edit.track !== undefined && !deepEqual(base['track'], now['track']))) throw problem('conflict');
};

/** Returns the track with the recorded positions: an edit cannot change what a device recorded. */
const changedTrack = ({ properties }: StoredItem, sent: Json): Values => {
  const { track } = properties;
  const before = readTrack(track);
  const segments = isRecord(track) ? (track['segments'] as Json) : null;
  const whole = isRecord(sent) ? { ...sent, segments: sent['segments'] ?? segments } : sent;
  const next = readTrack(whole);
  if (!before || !next || !deepEqual(before.segments, next.segments)) throw invalidAt('/track', 'errors.invalidValue');
  // The line on maps and in exports follows the track, unless a person has given the record another place.
  const follows = deepEqual(properties['place'], lineOfTrack(before));
  return { track: whole, ...(follows && { place: lineOfTrack(next) ?? null }) };
};

/** Refuses edits of what the caller may not read, and of a record that is not in review. */
const refuseHidden = async (context: Context, stored: StoredItem, edit: SentEdit): Promise<void> => {
  const { services, db, readFilter } = context;
  if (!(await services.access.can(db, readFilter, stored, 'update')))
    throw await services.access.refusal(db, readFilter, stored, 'update');
  const view = await services.items.view(db, readFilter, stored, 'update');
  const needed = [
    ...(edit.answers && stored.properties['restrictedAnswers'] !== undefined ? ['restrictedAnswers'] : []),
    ...(edit.track === undefined ? [] : ['track']),
  ];
  if (needed.some((name) => !Object.hasOwn(view, name))) throw problem('notAllowed');
  const { state } = stored.properties;
  if (!isEditableState(state))
    throw invalid([{ path: '/state', message: 'errors.state.moved', params: { state: String(state) } }]);
};

/** Computes the answers of all edits. A refusal concerns one record, so it is kept for its turn. */
export const prepareEdits = async (context: Context, edits: SentEdits): Promise<PreparedEdits> => {
  const { services, db, readFilter } = context;
  const prepared = new Map<string, PreparedAnswers | Problem>();
  for (const [id, edit] of Object.entries(edits)) {
    if (edit.answers === undefined) continue;
    try {
      const stored = await services.access.visible(db, readFilter, id);
      if (stored.type !== FIELD_DATA) throw problem('notFound');
      await refuseHidden(context, stored, edit);
      prepared.set(id, await prepareAnswers(context, stored, edit.answers));
    } catch (error) {
      if (!isProblem(error)) throw error;
      prepared.set(id, error);
    }
  }
  return prepared;
};

/** Returns the computed answers. Throws `conflict` when another request changed the answers since they were computed. */
const changedAnswers = (prepared: PreparedAnswers | Problem | undefined, stored: StoredItem): Values => {
  if (prepared === undefined) return {};
  if (isProblem(prepared)) throw prepared;
  if (!deepEqual(prepared.sides, sidesOf(stored.properties))) throw problem('conflict');
  return prepared.changes;
};

/** Throws `notFound`, `notAllowed`, `invalid` or `conflict`. Returns the record after the edit. */
export const applyEdits = async (
  context: WritingContext,
  id: string,
  { edit, prepared }: { readonly edit: SentEdit; readonly prepared: PreparedAnswers | Problem | undefined },
): Promise<StoredItem> => {
  const { services, tx, readFilter } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  if (stored.type !== FIELD_DATA) throw problem('notFound');
  await refuseHidden(context, stored, edit);
  if (edit.u > stored.u || edit.u < 1) throw invalidAt('/u', 'errors.invalidValue');
  if (edit.u < stored.u) {
    const { before } = await services.items.changesSince(tx, stored, edit.u);
    refuseChanged(edit, { ...stored.properties, ...before }, stored.properties);
  }
  const changes = {
    ...changedAnswers(prepared, stored),
    ...(edit.track === undefined ? {} : changedTrack(stored, edit.track)),
  };
  if (edit.place !== undefined) await updateItem(context, { id, u: edit.u, changes: { place: edit.place } });
  const locked = await services.items.find(tx, id, true);
  if (locked && Object.keys(changes).length > 0) await writeItem(context, locked, { changes, kind: 'updated' });
  const { stored: after } = await transitionItem(context, { id, name: 'edit', auto: true });
  return after;
};
