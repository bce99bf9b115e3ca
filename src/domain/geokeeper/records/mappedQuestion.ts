// Questions and answers that a mapping names: questions by name in the whole form, answers within an entry of a repeat and around it.

import { isRecord } from 'src/base/isRecord.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

type Section = Readonly<Record<string, unknown>>;

export interface MappedQuestion {
  readonly question: Question;
  /** The question or a section around it is restricted. */
  readonly isRestricted: boolean;
}

/** Returns the question of this name. Names are unique within a form. */
export const mappedQuestion = (
  questions: readonly Question[],
  name: string,
  isWithinRestricted = false,
): MappedQuestion | undefined => {
  for (const question of questions) {
    const isRestricted = isWithinRestricted || question.audience === 'RESTRICTED';
    if (question.name === name) return { question, isRestricted };
    const found = mappedQuestion(question.questions ?? [], name, isRestricted);
    if (found) return found;
  }
  return undefined;
};

/** Returns the answer of this name in a section or its groups, but not in its repeats. */
const recordAnswerIn = (section: Section, name: string, questions: readonly Question[]): unknown => {
  if (questions.some((question) => question.name === name)) return section[name];
  for (const { type, name: group, questions: inner = [] } of questions) {
    const value = section[group];
    const found = type === 'group' && isRecord(value) ? recordAnswerIn(value, name, inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Answers that a mapping reads together. */
export interface AnswerScope {
  answer(name: string): unknown;
}

const recordScopeOf = (section: Section, questions: readonly Question[], around?: AnswerScope): AnswerScope => ({
  answer: (name) => recordAnswerIn(section, name, questions) ?? around?.answer(name),
});

const scopesWithin = (
  section: Section,
  { questions, repeat, around }: { questions: readonly Question[]; repeat: string; around: AnswerScope },
): readonly AnswerScope[] =>
  questions.flatMap((question) => {
    const { name, type, questions: inner = [] } = question;
    const value = section[name];
    if (type === 'group') return isRecord(value) ? scopesWithin(value, { questions: inner, repeat, around }) : [];
    if (type !== 'repeat' || !Array.isArray(value)) return [];
    return value.filter(isRecord).flatMap((entry) => {
      const scope = recordScopeOf(entry, inner, around);
      return name === repeat ? [scope] : scopesWithin(entry, { questions: inner, repeat, around: scope });
    });
  });

/** Returns one scope for the record, or one for each entry of the repeat. */
export const answerScopes = (
  { questions }: Pick<FieldForm, 'questions'>,
  answers: Section,
  repeat: string | undefined,
): readonly AnswerScope[] => {
  const whole = recordScopeOf(answers, questions);
  return repeat === undefined ? [whole] : scopesWithin(answers, { questions, repeat, around: whole });
};
