// The answers of a submission, by the version of the form that it names.

import type { AnswerValue, FieldForm, FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { answerOfCells, CellRefused } from 'src/domain/geokeeper/imports/recordCells.ts';
import { collectForm, withOtherAnswers, type CollectForm } from 'src/domain/geokeeper/openRosa/collectForm.ts';
import type { InstanceNode } from 'src/domain/geokeeper/openRosa/readInstance.server.ts';
import { invalid } from 'src/model/problems.ts';

interface InstanceReader extends CollectForm {
  readonly counters: ReadonlySet<string>;
}

const answerOfNode = (
  question: Question,
  { text }: InstanceNode,
  { form }: InstanceReader,
): AnswerValue | undefined => {
  try {
    return answerOfCells({ whole: text, part: () => '' }, question, form);
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    const params = { question: question.name, value: error.value.slice(0, 100) };
    throw invalid([{ path: `/record/answers/${question.name}`, message: 'openRosa.wrongAnswer', params }]);
  }
};

const childrenByName = ({ children }: InstanceNode): ReadonlyMap<string, readonly InstanceNode[]> => {
  const byName = new Map<string, InstanceNode[]>();
  for (const child of children) {
    // The empty entry of a repeat from which others are made.
    if (child.attributes['jr:template'] !== undefined) continue;
    const known = byName.get(child.name);
    if (known) known.push(child);
    else byName.set(child.name, [child]);
  }
  return byName;
};

const instanceSectionOf = (
  questions: readonly Question[],
  node: InstanceNode,
  reader: InstanceReader,
): Readonly<Record<string, FormAnswers[string]>> => {
  const answers: Record<string, FormAnswers[string]> = {};
  const byName = childrenByName(node);
  for (const question of questions) {
    const { name, type, questions: inner = [] } = question;
    const found = byName.get(name) ?? [];
    const [first] = found;
    if (!first || type === 'note' || reader.counters.has(name)) continue;
    if (type === 'repeat') {
      answers[name] = found.map((entry) => instanceSectionOf(inner, entry, reader));
    } else if (type === 'group') {
      const section = instanceSectionOf(inner, first, reader);
      if (Object.keys(section).length > 0) answers[name] = section;
    } else {
      const answer = answerOfNode(question, first, reader);
      if (answer !== undefined) answers[name] = answer;
    }
  }
  return withOtherAnswers(answers, reader.otherNames);
};

const allNames = (questions: readonly Question[]): readonly string[] =>
  questions.flatMap(({ name, questions: inner }) => [name, ...allNames(inner ?? [])]);

/** Throws `invalid` for a value that is no answer to its question. */
export const instanceAnswers = (form: FieldForm, root: InstanceNode): FormAnswers => {
  const prepared = collectForm(form);
  const own = new Set([...allNames(form.questions), ...prepared.otherNames.values()]);
  const counters = new Set(allNames(prepared.form.questions).filter((name) => !own.has(name)));
  return instanceSectionOf(prepared.form.questions, root, { ...prepared, counters });
};

const valuesOfType = (questions: readonly Question[], answers: FormAnswers, type: Question['type']): string[] =>
  questions.flatMap((question) => {
    const value = answers[question.name];
    if (question.type === 'group' && typeof value === 'object')
      return valuesOfType(question.questions ?? [], value as FormAnswers, type);
    return question.type === type && typeof value === 'string' ? [value] : [];
  });

/** Returns when the record was begun by the clock of the device, as far as the form records it. */
export const startTimeOf = ({ questions }: FieldForm, answers: FormAnswers): string | undefined =>
  valuesOfType(questions, answers, 'start')[0] ?? valuesOfType(questions, answers, 'end')[0];

/** Returns the id of the device, as far as the form records it. */
export const deviceOf = ({ questions }: FieldForm, answers: FormAnswers): string | undefined =>
  valuesOfType(questions, answers, 'deviceId')[0]?.slice(0, 200);
