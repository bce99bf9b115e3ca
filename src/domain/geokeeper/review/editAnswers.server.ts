// Recalculates and checks edited answers before the transaction that saves them, in the thread that checks forms.

import { distinctNotes, isAboutAnswers, readNotes } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import { editedAnswersOf } from 'src/domain/geokeeper/arrival/formThread.server.ts';
import type { AnswerValue, FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOfVersion } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { splitAnswers, type StoredSides } from 'src/domain/geokeeper/records/splitAnswers.ts';
import { mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import { calendarOf, type Context, type StoredItem } from 'src/server/extend.ts';

export interface PreparedAnswers {
  /** The answers from which the changes were computed. */
  readonly sides: StoredSides;
  readonly changes: Values;
}

const formDataIn = (values: Values): unknown => {
  const instance = values['formInstance'];
  return typeof instance === 'object' && instance !== null && 'formData' in instance ? instance.formData : undefined;
};

export const sidesOf = (values: Values): StoredSides => ({
  general: formDataIn(values),
  restricted: values['restrictedAnswers'],
});

interface RecordForm {
  readonly form: FieldForm;
  readonly version: string;
}

/** Returns the form version of a record. Its answers cannot be checked without it. */
const recordFormOf = async ({ services, db }: Context, { properties }: StoredItem): Promise<RecordForm> => {
  const id = properties['formVersion'];
  const version = typeof id === 'string' ? await services.items.find(db, id) : undefined;
  if (!version) throw invalidAt('/answers', 'fieldReview.noForm');
  return { form: formOfVersion(version), version: version.id };
};

const answersAsJson = (value: unknown): Json => value as Json;

/** Throws `invalid` when an edit makes a new problem, and `timeout` when the form takes too long. */
export const prepareAnswers = async (
  context: Context,
  stored: StoredItem,
  edits: Readonly<Record<string, Json>>,
): Promise<PreparedAnswers> => {
  const { services, db, now } = context;
  const { form, version } = await recordFormOf(context, stored);
  const sides = sidesOf(stored.properties);
  const { timeZone } = await calendarOf(services, db, stored);
  const answers = mergedAnswers(sides.general, sides.restricted);
  const result = await editedAnswersOf(context, {
    ...{ form, version, answers, now: now.toISOString(), timeZone },
    edits: edits as Readonly<Record<string, AnswerValue | null>>,
  });
  if ('failure' in result) throw problem('timeout');
  const { answers: next, notes, problems, unknown } = result.output;
  const refusals = [
    ...unknown.map((path) => ({ path: `/answers/${path}`, message: 'errors.invalidValue' })),
    ...problems.map(({ path, kind }) => ({
      path: `/answers/${path}`,
      message: kind === 'required' ? 'errors.required' : 'errors.invalidValue',
    })),
  ];
  if (refusals.length > 0) throw invalid(refusals);
  const closesPositions = stored.properties['exactPlace'] !== true;
  const { general, restricted } = splitAnswers(form.questions, next, { closesPositions, stored: sides });
  const hasRestricted = Object.keys(restricted).length > 0;
  const kept = readNotes(stored.properties['arrivalNotes']).filter((note) => !isAboutAnswers(note));
  const all = distinctNotes([...kept, ...notes]);
  return {
    sides,
    changes: {
      formInstance: { formData: answersAsJson(general) },
      ...(hasRestricted || sides.restricted !== undefined
        ? { restrictedAnswers: hasRestricted ? answersAsJson(restricted) : null }
        : {}),
      arrivalNotes: all.length > 0 ? { notes: answersAsJson(all) } : null,
    },
  };
};
