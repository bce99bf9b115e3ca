// Applies the edits of one record: answers are recalculated and checked by the form of the record, a track keeps its recorded positions, and a
// place is changed like in every other form. The record becomes EDITED.

import { FIELD_DATA } from 'src/domain/geokeeper/review/fieldDataType.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { AnswerValue, FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import { lineOfTrack } from 'src/domain/geokeeper/records/lineOfTrack.ts';
import { answerAt, mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import { splitByAudience } from 'src/domain/geokeeper/review/keptAudiences.ts';
import { readTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import {
  calendarOf,
  transitionItem,
  updateItem,
  writeItem,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** The wire form of an edit. `null` removes an answer or a place. */
export interface SentEdit {
  readonly u: number;
  readonly answers?: Readonly<Record<string, Json>> | undefined;
  readonly place?: Json | undefined;
  readonly track?: Json | undefined;
}

const EDITABLE: readonly unknown[] = ['RECEIVED', 'EDITED', 'ISSUES'];

const formDataOf = (values: Values): unknown => {
  const instance = values['formInstance'];
  return typeof instance === 'object' && instance !== null && 'formData' in instance ? instance.formData : undefined;
};

/** Returns the form version of a record. Its answers cannot be checked without it. */
const reviewFormOf = async ({ services, tx }: WritingContext, { properties }: StoredItem): Promise<FieldForm> => {
  const id = properties['formVersion'];
  const version = typeof id === 'string' ? await services.items.find(tx, id) : undefined;
  const form: unknown = version?.properties['form'];
  if (typeof form !== 'object' || form === null) throw invalidAt('/answers', 'fieldReview.noForm');
  return form as FieldForm;
};

/** Refuses answers that another person changed since the version of the edit. */
const refuseChanged = (edit: SentEdit, base: Values, now: Values): void => {
  const [was, is] = [base, now].map((values) => mergedAnswers(formDataOf(values), values['restrictedAnswers']));
  const isChanged = Object.keys(edit.answers ?? {}).some(
    (path) => !deepEqual(answerAt(was ?? {}, path), answerAt(is ?? {}, path)),
  );
  if (isChanged || (edit.track !== undefined && !deepEqual(base['track'], now['track']))) throw problem('conflict');
};

const changedAnswers = async (
  context: WritingContext,
  stored: StoredItem,
  edits: Readonly<Record<string, Json>>,
): Promise<Values> => {
  const form = await reviewFormOf(context, stored);
  const sides = { general: formDataOf(stored.properties), restricted: stored.properties['restrictedAnswers'] };
  const { timeZone } = await calendarOf(context.services, context.tx, stored);
  const session = openSession(compileForm(form), {
    ...{ answers: mergedAnswers(sides.general, sides.restricted), now: () => context.now, timeZone },
    language: form.defaultLanguage,
  });
  const known = new Set(session.problems().map(({ path, kind }) => `${path} ${kind}`));
  for (const [path, value] of Object.entries(edits)) {
    if (session.node(path)?.role !== 'question') throw invalidAt(`/answers/${path}`, 'errors.invalidValue');
    session.set(path, value === null ? undefined : (value as AnswerValue));
  }
  const fresh = session.problems().filter(({ path, kind }) => !known.has(`${path} ${kind}`));
  if (fresh.length > 0)
    throw invalid(
      fresh.map(({ path, kind }) => ({
        path: `/answers/${path}`,
        message: kind === 'required' ? 'errors.required' : 'errors.invalidValue',
      })),
    );
  const { general, restricted } = splitByAudience(form.questions, session.answers({ all: true }), sides);
  return {
    formInstance: { formData: general as Json },
    ...(restricted !== undefined || sides.restricted !== undefined
      ? { restrictedAnswers: (restricted ?? null) as Json }
      : {}),
  };
};

/** Returns the track with the recorded positions: an edit cannot change what a device recorded. */
const changedTrack = ({ properties }: StoredItem, sent: Json): Values => {
  const [before, next] = [readTrack(properties['track']), readTrack(sent)];
  if (!before || !next || !deepEqual(before.segments, next.segments)) throw invalidAt('/track', 'errors.invalidValue');
  // The line on maps and in exports follows the track, unless a person has given the record another place.
  const follows = deepEqual(properties['place'], lineOfTrack(before));
  return { track: sent, ...(follows && { place: lineOfTrack(next) ?? null }) };
};

/** Refuses edits of what the caller may not read, and of a record that is not in review. */
const refuseHidden = async (context: WritingContext, stored: StoredItem, edit: SentEdit): Promise<void> => {
  const { services, tx, readFilter } = context;
  if (!(await services.access.can(tx, readFilter, stored, 'update')))
    throw await services.access.refusal(tx, readFilter, stored, 'update');
  const view = await services.items.view(tx, readFilter, stored, 'update');
  const needed = [
    ...(edit.answers && stored.properties['restrictedAnswers'] !== undefined ? ['restrictedAnswers'] : []),
    ...(edit.track === undefined ? [] : ['track']),
  ];
  if (needed.some((name) => !Object.hasOwn(view, name))) throw problem('notAllowed');
  const { state } = stored.properties;
  if (!EDITABLE.includes(state))
    throw invalid([{ path: '/state', message: 'errors.state.moved', params: { state: String(state) } }]);
};

/** Throws `notFound`, `notAllowed`, `invalid` or `conflict`. Returns the record after the edit. */
export const applyEdits = async (context: WritingContext, id: string, edit: SentEdit): Promise<StoredItem> => {
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
    ...(edit.answers ? await changedAnswers(context, stored, edit.answers) : {}),
    ...(edit.track === undefined ? {} : changedTrack(stored, edit.track)),
  };
  if (edit.place !== undefined) await updateItem(context, { id, u: edit.u, changes: { place: edit.place } });
  const locked = await services.items.find(tx, id, true);
  if (locked && Object.keys(changes).length > 0) await writeItem(context, locked, { changes, kind: 'updated' });
  const { stored: after } = await transitionItem(context, { id, name: 'edit', auto: true });
  return after;
};
