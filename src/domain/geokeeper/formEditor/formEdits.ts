// Changes of a form as a person makes them in the editor. Values in, values out.

import { isRecord } from 'src/base/isRecord.ts';
import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import type {
  Choice,
  ChoiceList,
  FieldForm,
  FormText,
  Question,
  QuestionType,
} from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import { CHOICE_TYPES } from 'src/domain/geokeeper/formEditor/questionTypes.ts';

/** Key of the texts of a form without languages. */
const WITHOUT_LANGUAGE = 'default';
const MADE_NAME_LENGTH = 40;

/** Returns the keys of the texts of a form, the default language first. */
export const formTextKeys = ({ languages, defaultLanguage }: FieldForm): readonly string[] =>
  languages.length === 0
    ? [WITHOUT_LANGUAGE]
    : [...languages].toSorted((a, b) => Number(b === defaultLanguage) - Number(a === defaultLanguage));

export const textShown = (form: FieldForm, text: FormText | undefined): string => {
  const [first = WITHOUT_LANGUAGE] = formTextKeys(form);
  return text?.[first] ?? Object.values(text ?? {})[0] ?? '';
};

/** Returns a text without the languages that are empty; undefined where none is left. */
export const withText = (text: FormText | undefined, key: string, value: string): FormText | undefined => {
  const entries = Object.entries({ ...text, [key]: value }).filter(([, each]) => each !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

/** Returns a name for questions and choices that is made of a text: `How many?` becomes `how_many`. */
export const nameFromText = (text: string): string => {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '');
  return /^\p{N}/u.test(name) ? `_${name}`.slice(0, MADE_NAME_LENGTH) : name.slice(0, MADE_NAME_LENGTH);
};

export const freeNameAmong = (wanted: string, taken: ReadonlySet<string>): string => {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
};

export const questionNames = (form: FieldForm): ReadonlySet<string> =>
  new Set(everyQuestion(form).map(({ question }) => question.name));

/** Returns true while the name of a question is the one that the editor gave to it. */
export const isGivenName = ({ name, type }: Question): boolean => new RegExp(`^${type}(_\\d+)?$`).test(name);

export const emptyFieldForm = (title: string, language: string): FieldForm => ({
  title: { [language]: title },
  machineName: nameFromText(title) || 'form',
  languages: [language],
  defaultLanguage: language,
  formType: 'record',
  style: 'list',
  lists: {},
  questions: [],
});

/** Returns the form of an item; undefined for a value that is no form. */
export const readableForm = (value: unknown): FieldForm | undefined => {
  if (!isRecord(value)) return undefined;
  const languages = Array.isArray(value['languages']) ? value['languages'] : [];
  const complete: unknown = { defaultLanguage: WITHOUT_LANGUAGE, formType: 'record', ...value, languages };
  const isBroken = formCheckForm(complete).some(({ message }) => /\.(?:structure|levels|questions)$/.test(message));
  return isBroken ? undefined : (complete as FieldForm);
};

const startOf = (type: QuestionType, list: string): Partial<Question> => {
  if (type === 'group' || type === 'repeat') return { questions: [] };
  if (type === 'range') return { range: { start: 0, end: 10, step: 1 } };
  return CHOICE_TYPES.has(type) ? { list } : {};
};

/** Returns a new question with the form that has what the question needs, such as its list of choices. */
export const withNewQuestion = (
  form: FieldForm,
  type: QuestionType,
): { readonly form: FieldForm; readonly question: Question } => {
  const name = freeNameAmong(type, questionNames(form));
  const list = freeNameAmong(`${name}_choices`, new Set(Object.keys(form.lists)));
  const question: Question = { name, type, ...startOf(type, list) };
  return {
    question,
    form: CHOICE_TYPES.has(type) ? { ...form, lists: { ...form.lists, [list]: { choices: [] } } } : form,
  };
};

/** Returns a copy of a question whose names, and those of the questions in it, are free. References within the copy lead to the copy. */
export const copyOfQuestion = (form: FieldForm, question: Question): Question => {
  const taken = new Set(questionNames(form));
  const renamed = new Map<string, string>();
  for (const { question: each } of everyQuestion({ questions: [question] })) {
    const name = freeNameAmong(each.name, taken);
    taken.add(name);
    renamed.set(each.name, name);
  }
  let copy: Question = question;
  for (const [from, to] of renamed) copy = withReferences(copy, from, to);
  const rename = (each: Question): Question => ({
    ...each,
    name: renamed.get(each.name) ?? each.name,
    ...(each.questions && { questions: each.questions.map(rename) }),
  });
  return rename(copy);
};

const mappedTexts = (value: unknown, apply: (text: string) => string): unknown => {
  if (typeof value === 'string') return apply(value);
  if (Array.isArray(value)) return value.map((each) => mappedTexts(each, apply));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mappedTexts(each, apply)]));
};

/** Replaces `${from}` by `${to}` in all texts and expressions of a part of a form. */
const withReferences = <Part extends object>(part: Part, from: string, to: string): Part => {
  const reference = new RegExp(`\\$\\{\\s*${from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\s*\\}`, 'g');
  return mappedTexts(part, (text) => text.replaceAll(reference, () => `\${${to}}`)) as Part;
};

/** Renames a question everywhere: in expressions, texts and mappings. */
export const withRenamed = (form: FieldForm, from: string, to: string): FieldForm => {
  const rename = (each: Question): Question => ({
    ...each,
    name: each.name === from ? to : each.name,
    ...(each.questions && { questions: each.questions.map(rename) }),
  });
  const mappings = form.mappings?.map(({ repeat, values, ...mapping }) => ({
    ...mapping,
    ...(repeat !== undefined && { repeat: repeat === from ? to : repeat }),
    values: Object.fromEntries(
      Object.entries(values).map(([path, source]) => [
        path,
        'question' in source && source.question === from ? { ...source, question: to } : source,
      ]),
    ),
  }));
  const referring = withReferences(form, from, to);
  return { ...referring, questions: referring.questions.map(rename), ...(mappings && { mappings }) };
};

const mappedQuestions = (questions: readonly Question[], apply: (each: Question) => Question): readonly Question[] =>
  questions.map((each) => {
    const next = apply(each);
    return next.questions ? { ...next, questions: mappedQuestions(next.questions, apply) } : next;
  });

export const withList = (form: FieldForm, name: string, list: ChoiceList | undefined): FieldForm => {
  const { [name]: _, ...others } = form.lists;
  return { ...form, lists: list ? { ...form.lists, [name]: list } : others };
};

/** Renames a list and follows it in the questions that use it. The order of the lists stays. */
export const withRenamedList = (form: FieldForm, from: string, to: string): FieldForm => ({
  ...form,
  lists: Object.fromEntries(Object.entries(form.lists).map(([name, list]) => [name === from ? to : name, list])),
  questions: mappedQuestions(form.questions, (each) => (each.list === from ? { ...each, list: to } : each)),
});

/** Returns choices for lines of text. Each name is made of the text. */
export const choicesOfLines = (lines: string, key: string, others: readonly Choice[]): readonly Choice[] => {
  const taken = new Set(others.map(({ name }) => name));
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const name = freeNameAmong(nameFromText(line) || 'choice', taken);
      taken.add(name);
      return { name, label: { [key]: line } };
    });
};
