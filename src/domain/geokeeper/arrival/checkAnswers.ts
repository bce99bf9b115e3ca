// Checks the answers of a record by its form: what a phone should not have let through, and what a phone cannot know. Runs in a thread.

import { isRecord } from 'src/base/isRecord.ts';
import { distinctNotes, type ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { CompiledForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { AnswerValue, FieldForm, FormAnswers, Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormSession, SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import { isFieldPosition, metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';

/** A distance between two answers of one record that is worth a look. */
const FAR_M = 1_000_000;
const METRES_OF_KILOMETRE = 1_000;
/** Texts of notes are cut at this length. */
const NOTED_LENGTH = 200;

export interface CheckOptions {
  /** ISO time. */
  readonly now: string;
  readonly timeZone: string;
}

export const sessionOptions = ({ now, timeZone }: CheckOptions, { defaultLanguage }: FieldForm): SessionOptions => ({
  ...{ now: () => new Date(now), timeZone, language: defaultLanguage },
});

const notedText = (value: AnswerValue): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, NOTED_LENGTH);

const isSameResult = (sent: AnswerValue, computed: AnswerValue | undefined): boolean => {
  if (computed === undefined) return false;
  const [one, other] = [Number(sent), Number(computed)];
  if (Number.isFinite(one) && Number.isFinite(other))
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
  return notedText(sent) === notedText(computed);
};

/** Answers by path. Entries of repeats are sections. */
const answersByPath = function* (value: unknown, path = ''): Generator<readonly [string, AnswerValue]> {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((each) => isRecord(each) && !isFieldPosition(each));
  if ((isRecord(value) && !isFieldPosition(value)) || isList)
    for (const [name, each] of Object.entries(value))
      yield* answersByPath(each, path === '' ? name : `${path}/${name}`);
  else yield [path, value as AnswerValue];
};

/** Returns true when a form computes from files, which the server does not read. */
const readsFiles = ({ form }: CompiledForm): boolean =>
  Object.values(form.lists).some((list) => 'file' in list) || JSON.stringify(form.questions).includes('pulldata(');

const calculationNotes = (
  compiled: CompiledForm,
  session: FormSession,
  answers: FormAnswers,
): readonly ArrivalNote[] => {
  const notes: ArrivalNote[] = [];
  for (const [path, sent] of answersByPath(answers)) {
    const node = session.node(path);
    if (node?.question.type !== 'calculate' || !node.relevant || sent === undefined) continue;
    if (compiled.byName.get(node.question.name)?.changing === true || node.problem) continue;
    if (isSameResult(sent, node.value)) continue;
    const values = { sent: notedText(sent), computed: node.value === undefined ? '' : notedText(node.value) };
    notes.push({ kind: 'calculation', path, values });
  }
  return notes;
};

const isPositionList = (value: unknown): value is readonly Position[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFieldPosition);

/** Returns notes about positions without an accuracy, and those that are far from the position before. */
export const positionNotes = (answers: FormAnswers): readonly ArrivalNote[] => {
  const notes: ArrivalNote[] = [];
  let before: Position | undefined;
  for (const [path, value] of answersByPath(answers)) {
    const positions = isFieldPosition(value) ? [value] : isPositionList(value) ? value : [];
    if (isFieldPosition(value) && value.accuracy === undefined) notes.push({ kind: 'accuracy', path });
    for (const position of positions) {
      const metres = before ? metresBetweenPositions(before, position) : 0;
      if (metres > FAR_M)
        notes.push({ kind: 'jump', path, values: { kilometres: Math.round(metres / METRES_OF_KILOMETRE) } });
      before = position;
    }
  }
  return notes;
};

/** Returns what is wrong with the answers as they are. */
export const sessionNotes = (
  compiled: CompiledForm,
  session: FormSession,
  answers: FormAnswers,
): readonly ArrivalNote[] => {
  const hasFiles = readsFiles(compiled);
  const problems = session
    .problems()
    .filter(({ kind }) => !hasFiles || kind !== 'expression')
    .map(({ kind, path }): ArrivalNote => ({ kind, path }));
  return [...problems, ...(hasFiles ? [] : calculationNotes(compiled, session, answers))];
};

/** `answers` have the shape that the form describes. */
export const answerNotes = (
  compiled: CompiledForm,
  answers: FormAnswers,
  options: CheckOptions,
): readonly ArrivalNote[] => {
  const session = openSession(compiled, { ...sessionOptions(options, compiled.form), answers });
  return distinctNotes([...sessionNotes(compiled, session, answers), ...positionNotes(answers)]);
};
