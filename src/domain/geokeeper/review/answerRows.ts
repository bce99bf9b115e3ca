// The answers of a record as rows in the order and the words of its form, for the review and its differences. Answers that the form does not
// know, such as those of a lost form definition, follow as they were stored.

import type {
  AnswerValue,
  Choice,
  FieldForm,
  FormAnswers,
  FormText,
  Question,
} from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Types that show no answer. */
const SILENT_TYPES: ReadonlySet<Question['type']> = new Set([
  'note',
  'hidden',
  'start',
  'end',
  'today',
  'deviceId',
  'userName',
]);

type Answers = Readonly<Record<string, unknown>>;

export interface AnswerRow {
  /** Names of the questions from the form, with the number of the entry after a repeat, such as `visit/0/species`. */
  readonly path: string;
  /** Undefined for an answer that the form does not know. */
  readonly question: Question | undefined;
  readonly label: string;
  /** Number of groups and repeats around the question. */
  readonly depth: number;
  /** Headings have no answer: groups, and entries of repeats with their number from 1. */
  readonly heading?: 'group' | 'entry';
  readonly entry?: number;
  readonly value: AnswerValue | undefined;
  /** The question is for the collector and people who manage field data. */
  readonly isRestricted: boolean;
}

/** Returns the text in the first of the languages that it has. */
export const reviewTextIn = (text: FormText | undefined, languages: readonly string[]): string | undefined => {
  if (!text) return undefined;
  const found = [...languages, 'default'].find((language) => (text[language] ?? '') !== '');
  return found === undefined ? Object.values(text).find((each) => each !== '') : text[found];
};

const reviewIsSection = (value: unknown): value is Answers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Recognises a section that no question explains. A position is an object, too. */
const isAnswers = (value: unknown): value is Answers => reviewIsSection(value) && !('lat' in value && 'lon' in value);

/** Returns true for the entries of a repeat. An empty list is an answer without choices. */
const isEntries = (value: unknown): value is readonly Answers[] =>
  Array.isArray(value) && value.length > 0 && value.every(isAnswers);

/** Merges answers of both audiences. The entries of a repeat belong together by their position. */
export const mergedAnswers = (general: unknown, restricted: unknown): FormAnswers => {
  if (!isAnswers(general)) return (isAnswers(restricted) ? restricted : {}) as FormAnswers;
  if (!isAnswers(restricted)) return general as FormAnswers;
  const merged = { ...general };
  for (const [name, value] of Object.entries(restricted)) {
    const own = merged[name];
    if (isEntries(own) && isEntries(value))
      merged[name] = Array.from({ length: Math.max(own.length, value.length) }, (_, at) =>
        mergedAnswers(own[at], value[at]),
      );
    else merged[name] = isAnswers(own) && isAnswers(value) ? mergedAnswers(own, value) : value;
  }
  return merged as FormAnswers;
};

interface Walk {
  readonly form: FieldForm | undefined;
  readonly languages: readonly string[];
  readonly rows: AnswerRow[];
  /** Answers by the name of their question, to fill references in labels. Inner questions hide outer ones. */
  readonly known: Readonly<Record<string, unknown>>;
}

interface At {
  readonly prefix: string;
  readonly depth: number;
  readonly isRestricted: boolean;
}

/** Replaces `${name}` by the answer to the question. */
const filledIn = (text: string, known: Walk['known']): string =>
  text.replace(/\$\{\s*([\w.-]+)\s*\}/gu, (_, name: string) => {
    const value = known[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '…';
  });

const scalars = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );

const walkSection = (walk: Walk, question: Question, { answers, at }: { answers: Answers; at: At }): void => {
  const { name, type, questions = [] } = question;
  const value = answers[name];
  const inside = { depth: at.depth + 1, isRestricted: at.isRestricted || question.audience === 'RESTRICTED' };
  const row = { question, depth: at.depth, value: undefined, isRestricted: inside.isRestricted };
  const label = filledIn(reviewTextIn(question.label, walk.languages) ?? '', walk.known);
  const path = `${at.prefix}${name}`;
  if (type === 'repeat') {
    const entries = Array.isArray(value) ? value.filter(reviewIsSection) : [];
    for (const [number, entry] of entries.entries()) {
      walk.rows.push({ ...row, path: `${path}/${number}`, label: label || name, heading: 'entry', entry: number + 1 });
      walkQuestions(walk, questions, { answers: entry, at: { ...inside, prefix: `${path}/${number}/` } });
    }
    return;
  }
  const own = reviewIsSection(value) ? value : {};
  if (label === '') {
    walkQuestions(walk, questions, { answers: own, at: { ...inside, depth: at.depth, prefix: `${path}/` } });
    return;
  }
  const before = walk.rows.length;
  walk.rows.push({ ...row, path, label, heading: 'group' });
  walkQuestions(walk, questions, { answers: own, at: { ...inside, prefix: `${path}/` } });
  // A group without a question that was shown says nothing.
  if (walk.rows.length === before + 1) walk.rows.pop();
};

const walkQuestions = (outer: Walk, questions: readonly Question[], here: { answers: Answers; at: At }): void => {
  const { answers, at } = here;
  const walk = { ...outer, known: { ...outer.known, ...scalars(answers) } };
  for (const question of questions) {
    const { name, type } = question;
    if (type === 'group' || type === 'repeat') walkSection(walk, question, here);
    else if (!SILENT_TYPES.has(type))
      walk.rows.push({
        ...{ path: `${at.prefix}${name}`, question, depth: at.depth, value: answers[name] as AnswerValue | undefined },
        label: filledIn(reviewTextIn(question.label, walk.languages) ?? name, walk.known),
        isRestricted: at.isRestricted || question.audience === 'RESTRICTED',
      });
  }
  walkUnknown(walk, new Set(questions.map(({ name }) => name)), here);
};

/** Adds the answers that no question of the form explains. */
const walkUnknown = (walk: Walk, known: ReadonlySet<string>, { answers, at }: { answers: Answers; at: At }): void => {
  for (const [name, value] of Object.entries(answers)) {
    if (known.has(name)) continue;
    const path = `${at.prefix}${name}`;
    const row = { path, question: undefined, label: name, depth: at.depth, isRestricted: at.isRestricted };
    if (isAnswers(value)) {
      walk.rows.push({ ...row, heading: 'group', value: undefined });
      walkUnknown(walk, new Set(), { answers: value, at: { ...at, depth: at.depth + 1, prefix: `${path}/` } });
    } else if (isEntries(value))
      for (const [number, entry] of value.entries()) {
        walk.rows.push({ ...row, path: `${path}/${number}`, heading: 'entry', entry: number + 1, value: undefined });
        walkUnknown(walk, new Set(), {
          answers: entry,
          at: { ...at, depth: at.depth + 1, prefix: `${path}/${number}/` },
        });
      }
    else walk.rows.push({ ...row, value: value as AnswerValue });
  }
};

interface RowOptions {
  /** Languages of the reader, the best first. */
  readonly languages: readonly string[];
}

/** Returns a row for each question and each entry of a repeat. Without a form, the rows have the names of the stored answers. */
export const answerRows = (
  form: FieldForm | undefined,
  answers: FormAnswers,
  { languages }: RowOptions,
): readonly AnswerRow[] => {
  const preferred = [...languages, ...(form ? [form.defaultLanguage] : [])];
  const walk: Walk = { form, languages: preferred, rows: [], known: {} };
  walkQuestions(walk, form?.questions ?? [], { answers, at: { prefix: '', depth: 0, isRestricted: false } });
  return walk.rows;
};

/** Returns the choice of a question by its name, for lists that the form itself has. */
export const choiceOf = (
  form: FieldForm | undefined,
  question: Question | undefined,
  name: string,
): Choice | undefined => {
  const list = question?.list === undefined ? undefined : form?.lists[question.list];
  return list && 'choices' in list ? list.choices.find((choice) => choice.name === name) : undefined;
};

/** Returns the value at a path such as `visit/0/species`. */
export const answerAt = (answers: FormAnswers, path: string): unknown =>
  path.split('/').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(part)];
    return reviewIsSection(value) ? value[part] : undefined;
  }, answers);
