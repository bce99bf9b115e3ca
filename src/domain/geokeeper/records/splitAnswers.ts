// Separates the answers that only the collector and people who manage field data read from those that every reader of the record reads.

import { isRecord } from 'src/base/isRecord.ts';
import type { FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

type Members = Readonly<Record<string, unknown>>;

export interface SplitAnswers {
  readonly general: FormAnswers;
  readonly restricted: FormAnswers;
  /** Names of files that restricted questions list. */
  readonly restrictedFiles: ReadonlySet<string>;
  /** Names of all files that the answers list, with the type of their question. */
  readonly files: ReadonlyMap<string, Question['type']>;
}

/** The answers of both audiences before a change. */
export interface StoredSides {
  readonly general: unknown;
  readonly restricted: unknown;
}

export interface SplitOptions {
  /** Positions have the readers of restricted answers, because others see the record at a generalised place. */
  readonly closesPositions: boolean;
  /** An answer that a change of the record does not move to the other audience. */
  readonly stored?: StoredSides | undefined;
}

const RECORD_FILE_TYPES: ReadonlySet<string> = new Set(['photo', 'audio', 'video', 'file', 'signature', 'drawing']);

const POSITION_TYPES: ReadonlySet<string> = new Set(['point', 'line', 'area']);

const sectionMembersIn = (value: unknown): Members => (isRecord(value) ? value : {});

const entryIn = (value: unknown, at: number): unknown =>
  Array.isArray(value) ? (value as readonly unknown[])[at] : {};

const sidesAt = (stored: StoredSides | undefined, step: string | number): StoredSides | undefined =>
  stored && {
    general: typeof step === 'number' ? entryIn(stored.general, step) : sectionMembersIn(stored.general)[step],
    restricted: typeof step === 'number' ? entryIn(stored.restricted, step) : sectionMembersIn(stored.restricted)[step],
  };

interface Branch {
  readonly given: Members;
  readonly stored: StoredSides | undefined;
  /** A section around it is restricted. */
  readonly isClosed: boolean;
}

interface Sides {
  readonly general: Record<string, unknown>;
  readonly restricted: Record<string, unknown>;
}

interface Walk {
  readonly closesPositions: boolean;
  readonly files: Map<string, Question['type']>;
  readonly restrictedFiles: Set<string>;
}

/** Answers without a question are restricted, so that nothing is shown by mistake. */
const isClosedAnswer = (walk: Walk, question: Question | undefined, name: string, { stored }: Branch): boolean => {
  if (question?.audience === 'RESTRICTED') return true;
  if (question?.questions) return false;
  if (stored && Object.hasOwn(sectionMembersIn(stored.restricted), name)) return true;
  if (stored && Object.hasOwn(sectionMembersIn(stored.general), name)) return false;
  return question === undefined || (walk.closesPositions && POSITION_TYPES.has(question.type));
};

const splitEntries = (walk: Walk, { name, questions = [] }: Question, branch: Branch, sides: Sides): void => {
  const { given, stored, isClosed } = branch;
  const parts = (given[name] as readonly unknown[]).map((entry, at) =>
    splitSection(walk, questions, {
      ...{ given: sectionMembersIn(entry), isClosed },
      stored: sidesAt(sidesAt(stored, name), at),
    }),
  );
  // Entries keep their positions on both sides.
  if (!isClosed) sides.general[name] = parts.map(({ general }) => general);
  if (isClosed || parts.some(({ restricted }) => Object.keys(restricted).length > 0))
    sides.restricted[name] = parts.map(({ restricted }) => restricted);
};

const splitAnswer = (
  walk: Walk,
  question: Question | undefined,
  { name, ...branch }: Branch & { name: string },
  sides: Sides,
) => {
  const value = branch.given[name];
  const isClosed = branch.isClosed || isClosedAnswer(walk, question, name, branch);
  if (question?.questions && Array.isArray(value)) return splitEntries(walk, question, { ...branch, isClosed }, sides);
  if (question?.questions && isRecord(value)) {
    const stored = sidesAt(branch.stored, name);
    const inner = splitSection(walk, question.questions, { given: value, stored, isClosed });
    if (Object.keys(inner.general).length > 0) sides.general[name] = inner.general;
    if (Object.keys(inner.restricted).length > 0) sides.restricted[name] = inner.restricted;
    return undefined;
  }
  sides[isClosed ? 'restricted' : 'general'][name] = value;
  if (question && RECORD_FILE_TYPES.has(question.type) && typeof value === 'string') {
    walk.files.set(value, question.type);
    if (isClosed) walk.restrictedFiles.add(value);
  }
  return undefined;
};

const splitSection = (walk: Walk, questions: readonly Question[], branch: Branch): Sides => {
  const sides: Sides = { general: {}, restricted: {} };
  const known = new Map(questions.map((question) => [question.name, question]));
  for (const name of Object.keys(branch.given)) splitAnswer(walk, known.get(name), { ...branch, name }, sides);
  return sides;
};

export const splitAnswers = (
  questions: readonly Question[],
  answers: FormAnswers,
  { closesPositions, stored }: SplitOptions,
): SplitAnswers => {
  const walk: Walk = { closesPositions, files: new Map(), restrictedFiles: new Set() };
  const { general, restricted } = splitSection(walk, questions, { given: answers, stored, isClosed: false });
  const { files, restrictedFiles } = walk;
  return { general: general as FormAnswers, restricted: restricted as FormAnswers, restrictedFiles, files };
};
