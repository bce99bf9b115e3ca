// Splits the answers of a record by their audience. An answer that was stored for people who manage field data stays there; a new one goes
// there when its question is restricted or asks for a position.

import type { FormAnswers, Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

type Members = Readonly<Record<string, unknown>>;

export interface AudienceParts {
  readonly general: FormAnswers;
  /** Undefined when every answer is for all readers of the record. */
  readonly restricted: FormAnswers | undefined;
}

const POSITIONS: ReadonlySet<QuestionType> = new Set(['point', 'line', 'area']);

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keptAudiencesMembersOf = (value: unknown): Members => (isMembers(value) ? value : {});
const reviewEntriesOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.map(keptAudiencesMembersOf) : [];
const reviewIsFilled = (value: Members): boolean => Object.keys(value).length > 0;

/** The answers as they were stored before the change. */
interface Stored {
  readonly general: Members;
  readonly restricted: Members;
}

interface Parts {
  readonly general: Members;
  readonly restricted: Members;
}

interface Branch {
  readonly answers: Members;
  readonly stored: Stored;
  readonly isRestricted: boolean;
}

const splitRepeat = (question: Question, { answers, stored, isRestricted }: Branch): readonly [unknown, unknown] => {
  const { name, questions = [] } = question;
  const parts = reviewEntriesOf(answers[name]).map((entry, at) =>
    splitMembers(questions, {
      ...{ answers: entry, isRestricted },
      stored: {
        general: reviewEntriesOf(stored.general[name])[at] ?? {},
        restricted: reviewEntriesOf(stored.restricted[name])[at] ?? {},
      },
    }),
  );
  const restricted = parts.map((part) => part.restricted);
  // The entries of both sides belong together by their position.
  return [parts.map(({ general }) => general), restricted.some(reviewIsFilled) ? restricted : undefined];
};

const splitGroup = (question: Question, { answers, stored, isRestricted }: Branch): readonly [unknown, unknown] => {
  const { name, questions = [] } = question;
  const { general, restricted } = splitMembers(questions, {
    ...{ answers: keptAudiencesMembersOf(answers[name]), isRestricted },
    stored: {
      general: keptAudiencesMembersOf(stored.general[name]),
      restricted: keptAudiencesMembersOf(stored.restricted[name]),
    },
  });
  return [reviewIsFilled(general) ? general : undefined, reviewIsFilled(restricted) ? restricted : undefined];
};

const splitAnswer = (question: Question | undefined, name: string, branch: Branch): readonly [unknown, unknown] => {
  const { answers, stored, isRestricted } = branch;
  const isOwnRestricted = isRestricted || question?.audience === 'RESTRICTED';
  if (question?.type === 'repeat') return splitRepeat(question, { ...branch, isRestricted: isOwnRestricted });
  if (question?.type === 'group') return splitGroup(question, { ...branch, isRestricted: isOwnRestricted });
  const value = answers[name];
  const isPosition = question !== undefined && POSITIONS.has(question.type);
  const stays = Object.hasOwn(stored.restricted, name);
  const isHidden = isOwnRestricted || stays || (isPosition && !Object.hasOwn(stored.general, name));
  return isHidden ? [undefined, value] : [value, undefined];
};

const splitMembers = (questions: readonly Question[], branch: Branch): Parts => {
  const byName = new Map(questions.map((question) => [question.name, question]));
  const [general, restricted]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const name of Object.keys(branch.answers)) {
    const [open, hidden] = splitAnswer(byName.get(name), name, branch);
    if (open !== undefined) general[name] = open;
    if (hidden !== undefined) restricted[name] = hidden;
  }
  return { general, restricted };
};

export const splitByAudience = (
  questions: readonly Question[],
  answers: FormAnswers,
  stored: { readonly general: unknown; readonly restricted: unknown },
): AudienceParts => {
  const { general, restricted } = splitMembers(questions, {
    ...{ answers, isRestricted: false },
    stored: { general: keptAudiencesMembersOf(stored.general), restricted: keptAudiencesMembersOf(stored.restricted) },
  });
  return {
    general: general as FormAnswers,
    restricted: reviewIsFilled(restricted) ? (restricted as FormAnswers) : undefined,
  };
};
