// A form as ODK Collect can fill it in: what XForms do not have becomes questions and lists of its own, with the names that pyxform uses.

import type { Choice, FieldForm, FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Choice for an answer that the list does not offer, as XLSForms name it. */
export const OTHER_CHOICE = 'other';

export interface CollectForm {
  readonly form: FieldForm;
  /** Names of the questions that take the other answers, by the question with the list. */
  readonly otherNames: ReadonlyMap<string, string>;
}

const questionNamesIn = (questions: readonly Question[]): readonly string[] =>
  questions.flatMap(({ name, questions: inner }) => [name, ...questionNamesIn(inner ?? [])]);

const isReference = (expression: string): boolean => /^\s*\$\{[^{}]+\}\s*$/u.test(expression);

interface CollectDraft {
  readonly form: FieldForm;
  readonly names: Set<string>;
  readonly lists: Record<string, FieldForm['lists'][string]>;
  readonly otherNames: Map<string, string>;
}

const unusedNameIn = (used: { has(name: string): boolean }, wanted: string): string => {
  let name = wanted;
  for (let number = 2; used.has(name); number += 1) name = `${wanted}_${number}`;
  return name;
};

const addedName = ({ names }: CollectDraft, wanted: string): string => {
  const name = unusedNameIn(names, wanted);
  names.add(name);
  return name;
};

const otherLabel = ({ form }: CollectDraft): Choice['label'] => ({ [form.defaultLanguage]: 'Other' });

const withOther = (question: Question, draft: CollectDraft): readonly Question[] => {
  const { name, list = '', choiceFilter } = question;
  const known = draft.form.lists[list];
  if (question.other !== true || !known || !('choices' in known)) return [question];
  const other = addedName(draft, `${name}_other`);
  draft.otherNames.set(name, other);
  const key = unusedNameIn(new Set(Object.keys(draft.lists)), `${list}_or_other`);
  const hasOther = known.choices.some((choice) => choice.name === OTHER_CHOICE);
  const added = hasOther ? [] : [{ name: OTHER_CHOICE, label: otherLabel(draft) }];
  draft.lists[key] = { choices: [...known.choices, ...added] };
  const filter = choiceFilter === undefined ? {} : { choiceFilter: `(${choiceFilter}) or name = '${OTHER_CHOICE}'` };
  return [
    { ...question, list: key, ...filter },
    { name: other, type: 'text', label: otherLabel(draft), relevant: `selected(\${${name}}, '${OTHER_CHOICE}')` },
  ];
};

const withCount = (question: Question, draft: CollectDraft): readonly Question[] => {
  const { name, count } = question;
  const inner = { ...question, questions: prepareQuestions(question.questions ?? [], draft) };
  if (question.type !== 'repeat' || count === undefined || isReference(count)) return [inner];
  const counter = addedName(draft, `${name}_count`);
  return [
    { name: counter, type: 'calculate', calculation: count },
    { ...inner, count: `\${${counter}}` },
  ];
};

const prepareQuestions = (questions: readonly Question[], draft: CollectDraft): readonly Question[] =>
  questions.flatMap((question) =>
    question.type === 'group' || question.type === 'repeat' ? withCount(question, draft) : withOther(question, draft),
  );

/** Returns the form with a question for each other answer and a calculation for each number of entries. */
export const collectForm = (form: FieldForm): CollectForm => {
  const names = new Set(questionNamesIn(form.questions));
  const draft: CollectDraft = { form, names, lists: { ...form.lists }, otherNames: new Map() };
  const questions = prepareQuestions(form.questions, draft);
  return { form: { ...form, questions, lists: draft.lists }, otherNames: draft.otherNames };
};

/** Returns the answers of one section with the other answers where their lists are. */
export const withOtherAnswers = (answers: FormAnswers, otherNames: CollectForm['otherNames']): FormAnswers => {
  const merged: Record<string, FormAnswers[string]> = { ...answers };
  for (const [name, other] of otherNames) {
    const text = merged[other];
    const value = merged[name];
    if (typeof text === 'string' && value === OTHER_CHOICE) merged[name] = text;
    if (typeof text === 'string' && Array.isArray(value))
      merged[name] = (value as readonly string[]).map((each) => (each === OTHER_CHOICE ? text : each));
    delete merged[other];
  }
  return merged;
};
