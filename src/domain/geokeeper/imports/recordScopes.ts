// The questions of a form by the tables of an export: one for the records, and one for each repeat.

import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export interface ScopeField {
  readonly question: Question;
  /** Names of the groups around the question within its table. */
  readonly groups: readonly string[];
}

export interface RecordScope {
  /** Undefined for the table of the records. */
  readonly repeat: Question | undefined;
  /** Names of the groups around the repeat within the table of its parent. */
  readonly groups: readonly string[];
  /** Names of all groups and repeats that contain the questions, from the form on. */
  readonly path: readonly string[];
  readonly fields: readonly ScopeField[];
  readonly repeats: readonly RecordScope[];
}

interface ScopeBeingRead {
  readonly fields: ScopeField[];
  readonly repeats: RecordScope[];
}

const addQuestions = (
  questions: readonly Question[],
  groups: readonly string[],
  path: readonly string[],
  scope: ScopeBeingRead,
): void => {
  for (const question of questions) {
    const { name, type, questions: inner = [] } = question;
    if (type === 'group') addQuestions(inner, [...groups, name], path, scope);
    else if (type === 'repeat') scope.repeats.push(scopeOf(question, inner, groups, [...path, ...groups, name]));
    else if (type !== 'note') scope.fields.push({ question, groups });
  }
};

const scopeOf = (
  repeat: Question | undefined,
  questions: readonly Question[],
  groups: readonly string[],
  path: readonly string[],
): RecordScope => {
  const scope: ScopeBeingRead = { fields: [], repeats: [] };
  addQuestions(questions, [], path, scope);
  return { repeat, groups, path, ...scope };
};

export const scopeOfForm = ({ questions }: FieldForm): RecordScope => scopeOf(undefined, questions, [], []);

/** Returns the headings that exports use for a question, the exact ones first. */
export const importedHeadingsOf = ({ question, groups }: ScopeField, { path }: RecordScope): readonly string[] => {
  const { name, label = {} } = question;
  const inTable = [...groups, name];
  const whole = [...path, ...inTable];
  const names = [inTable.join('-'), whole.join('-'), whole.join('/'), inTable.join('/'), name];
  return [...new Set([...names, ...Object.values(label)])];
};

export const repeatsIn = ({ repeats }: RecordScope): readonly RecordScope[] =>
  repeats.flatMap((repeat) => [repeat, ...repeatsIn(repeat)]);
