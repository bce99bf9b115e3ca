// Separates the answers to restricted questions from the others, because they have other readers.

import { isRecord } from 'src/base/isRecord.ts';
import type { FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export interface SplitAnswers {
  readonly general: FormAnswers;
  readonly restricted: FormAnswers;
  /** Names of files that restricted questions list. */
  readonly restrictedFiles: ReadonlySet<string>;
  /** Names of all files that the answers list, with the type of their question. */
  readonly files: ReadonlyMap<string, Question['type']>;
}

const RECORD_FILE_TYPES: ReadonlySet<string> = new Set(['photo', 'audio', 'video', 'file', 'signature', 'drawing']);

const POSITION_TYPES: ReadonlySet<string> = new Set(['point', 'line', 'area']);

type Sides = Record<'general' | 'restricted', Record<string, unknown>>;

interface SplitOptions {
  /** Positions have the readers of restricted answers, because others see the record at a generalised place. */
  readonly closesPositions: boolean;
}

/** Returns answers of questions that the form does not know among the restricted ones, so that nothing is shown by mistake. */
export const splitAnswers = (
  questions: readonly Question[],
  answers: FormAnswers,
  { closesPositions }: SplitOptions,
): SplitAnswers => {
  const isClosedQuestion = ({ audience, type }: Question): boolean =>
    audience === 'RESTRICTED' || (closesPositions && POSITION_TYPES.has(type));
  const restrictedFiles = new Set<string>();
  const files = new Map<string, Question['type']>();
  const split = (within: readonly Question[], given: Readonly<Record<string, unknown>>, isClosed: boolean): Sides => {
    const sides: Sides = { general: {}, restricted: {} };
    const known = new Map(within.map((question) => [question.name, question]));
    for (const [name, value] of Object.entries(given)) {
      const question = known.get(name);
      const closed = isClosed || question === undefined || isClosedQuestion(question);
      if (question?.questions && Array.isArray(value)) {
        const entries = value.map((entry) => split(question.questions ?? [], isRecord(entry) ? entry : {}, closed));
        // Entries keep their positions on both sides.
        if (!closed) sides.general[name] = entries.map(({ general }) => general);
        if (entries.some(({ restricted }) => Object.keys(restricted).length > 0))
          sides.restricted[name] = entries.map(({ restricted }) => restricted);
        else if (closed) sides.restricted[name] = entries.map(() => ({}));
      } else if (question?.questions && isRecord(value)) {
        const inner = split(question.questions, value, closed);
        if (Object.keys(inner.general).length > 0) sides.general[name] = inner.general;
        if (Object.keys(inner.restricted).length > 0) sides.restricted[name] = inner.restricted;
      } else {
        sides[closed ? 'restricted' : 'general'][name] = value;
        if (question && RECORD_FILE_TYPES.has(question.type) && typeof value === 'string') {
          files.set(value, question.type);
          if (closed) restrictedFiles.add(value);
        }
      }
    }
    return sides;
  };
  const { general, restricted } = split(questions, answers, false);
  return { general: general as FormAnswers, restricted: restricted as FormAnswers, restrictedFiles, files };
};
