// The limits of photos and videos of a form, said before the record is sent.

import type { FieldForm, FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isRecord } from 'src/base/isRecord.ts';

type Counted = 'photo' | 'video';

const answeredFilesIn = (
  questions: readonly Question[],
  answers: Readonly<Record<string, unknown>>,
  type: Counted,
): number =>
  questions.reduce((sum, question) => {
    const value = answers[question.name];
    if (question.type === type) return typeof value === 'string' ? sum + 1 : sum;
    const sections = Array.isArray(value) ? value : [value];
    const inner = question.questions ?? [];
    return sections.reduce<number>(
      (count, each) => (isRecord(each) ? count + answeredFilesIn(inner, each, type) : count),
      sum,
    );
  }, 0);

interface FileLimit {
  readonly type: Counted;
  readonly count: number;
  readonly most: number;
}

/** Returns the limits of the form with the numbers that the answers have. A form without limits has none. */
export const fileLimits = (
  { questions }: Pick<FieldForm, 'questions'>,
  answers: FormAnswers,
  { maxPhotos, maxVideos }: { readonly maxPhotos?: number; readonly maxVideos?: number },
): readonly FileLimit[] =>
  [
    { type: 'photo' as const, most: maxPhotos },
    { type: 'video' as const, most: maxVideos },
  ].flatMap(({ type, most }) => {
    const count = answeredFilesIn(questions, answers, type);
    return most === undefined || count === 0 ? [] : [{ type, count, most }];
  });
