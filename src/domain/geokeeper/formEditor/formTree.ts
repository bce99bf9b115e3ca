// Questions of a form by their places. A place stays valid while names are changed or occur twice. Values in, values out.

import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Indexes of a question, from the top of the form down. */
export type QuestionPlace = readonly number[];

export const placeKey = (place: QuestionPlace): string => place.join('.');

export const holdsQuestions = ({ type }: Question): boolean => type === 'group' || type === 'repeat';

type Siblings = readonly Question[];

export const questionAt = ({ questions }: Pick<FieldForm, 'questions'>, place: QuestionPlace): Question | undefined => {
  const [at = -1, ...deeper] = place;
  const found = questions[at];
  if (!found || deeper.length === 0) return found;
  return questionAt({ questions: found.questions ?? [] }, deeper);
};

const withSiblings = (
  questions: Siblings,
  place: QuestionPlace,
  apply: (siblings: Siblings, at: number) => Siblings,
): Siblings => {
  const [at = 0, ...deeper] = place;
  if (deeper.length === 0) return apply(questions, at);
  return questions.map((each, index) =>
    index === at ? { ...each, questions: withSiblings(each.questions ?? [], deeper, apply) } : each,
  );
};

export const withQuestion = (form: FieldForm, place: QuestionPlace, question: Question): FieldForm => ({
  ...form,
  questions: withSiblings(form.questions, place, (all, at) =>
    all.map((each, index) => (index === at ? question : each)),
  ),
});

export const withInserted = (form: FieldForm, place: QuestionPlace, question: Question): FieldForm => ({
  ...form,
  questions: withSiblings(form.questions, place, (all, at) => all.toSpliced(at, 0, question)),
});

export const withoutQuestion = (form: FieldForm, place: QuestionPlace): FieldForm => ({
  ...form,
  questions: withSiblings(form.questions, place, (all, at) => all.toSpliced(at, 1)),
});

const lastOf = (place: QuestionPlace): number => place.at(-1) ?? 0;
const placeOfSection = (place: QuestionPlace): QuestionPlace => place.slice(0, -1);

export const isWithinPlace = (place: QuestionPlace, section: QuestionPlace): boolean =>
  section.every((at, index) => place[index] === at);

/** Returns the place after a question. */
export const nextPlace = (place: QuestionPlace): QuestionPlace => [...placeOfSection(place), lastOf(place) + 1];

/** Moves a question to a place of the form as it is before the move. Returns undefined for a move into itself. */
export const withMoved = (
  form: FieldForm,
  from: QuestionPlace,
  to: QuestionPlace,
): { readonly form: FieldForm; readonly place: QuestionPlace } | undefined => {
  const question = questionAt(form, from);
  if (!question || isWithinPlace(to, from)) return undefined;
  const level = from.length - 1;
  const shifts = isWithinPlace(to, placeOfSection(from)) && (to[level] ?? 0) > lastOf(from);
  const place = shifts ? to.map((at, index) => (index === level ? at - 1 : at)) : to;
  return { form: withInserted(withoutQuestion(form, from), place, question), place };
};

export type TreeMove = 'up' | 'down' | 'in' | 'out';

/** Returns the place to which a step leads; undefined where the step is not possible. */
export const placeOfMove = (form: FieldForm, place: QuestionPlace, move: TreeMove): QuestionPlace | undefined => {
  const at = lastOf(place);
  const above = placeOfSection(place);
  const siblings = above.length === 0 ? form.questions : (questionAt(form, above)?.questions ?? []);
  if (move === 'up') return at > 0 ? [...above, at - 1] : above.length > 0 ? above : undefined;
  if (move === 'down')
    return at < siblings.length - 1 ? [...above, at + 2] : above.length > 0 ? nextPlace(above) : undefined;
  if (move === 'out') return above.length > 0 ? nextPlace(above) : undefined;
  const before = siblings[at - 1];
  return before && holdsQuestions(before) ? [...above, at - 1, before.questions?.length ?? 0] : undefined;
};

export interface FormTreeRow {
  readonly place: QuestionPlace;
  readonly key: string;
  readonly question: Question;
  readonly isOpen: boolean;
  /** Number of the questions in its section. */
  readonly count: number;
}

/** Returns the rows of a tree in which closed sections hide their questions. */
export const treeRows = (questions: Siblings, isOpen: (section: Question) => boolean): readonly FormTreeRow[] => {
  const rows: FormTreeRow[] = [];
  const walk = (siblings: Siblings, above: QuestionPlace): void => {
    for (const [at, question] of siblings.entries()) {
      const place = [...above, at];
      const opened = holdsQuestions(question) && isOpen(question);
      rows.push({ place, key: placeKey(place), question, isOpen: opened, count: siblings.length });
      if (opened) walk(question.questions ?? [], place);
    }
  };
  walk(questions, []);
  return rows;
};

export interface PlacedQuestion {
  readonly place: QuestionPlace;
  readonly question: Question;
  /** Names of the sections and the question, joined by `/`. */
  readonly path: string;
}

/** Returns all questions and sections in the order of the form. */
export const everyQuestion = ({ questions }: Pick<FieldForm, 'questions'>): readonly PlacedQuestion[] => {
  const found: PlacedQuestion[] = [];
  const walk = (siblings: Siblings, above: QuestionPlace, names: string): void => {
    for (const [at, question] of siblings.entries()) {
      const path = `${names}${question.name}`;
      found.push({ place: [...above, at], question, path });
      walk(question.questions ?? [], [...above, at], `${path}/`);
    }
  };
  walk(questions, [], '');
  return found;
};
