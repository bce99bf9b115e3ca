// The answers of a preview that stay when its form changes.

import { isRecord } from 'src/base/isRecord.ts';
import type { FieldForm, FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

type Section = Readonly<Record<string, unknown>>;

const keptIn = (before: readonly Question[], after: readonly Question[], answers: Section): Section => {
  const types = new Map(before.map((each) => [each.name, each]));
  return Object.fromEntries(
    after.flatMap((question): readonly (readonly [string, unknown])[] => {
      const { name, type, questions = [] } = question;
      const [value, earlier] = [answers[name], types.get(name)];
      if (value === undefined || earlier?.type !== type) return [];
      const inner = earlier.questions ?? [];
      if (type === 'group') return isRecord(value) ? [[name, keptIn(inner, questions, value)]] : [];
      if (type === 'repeat')
        return Array.isArray(value)
          ? [[name, value.filter(isRecord).map((each) => keptIn(inner, questions, each))]]
          : [];
      return [[name, value]];
    }),
  );
};

/** Returns the answers to the questions that have the same name, type and section as before. */
export const previewAnswers = (before: FieldForm, after: FieldForm, answers: FormAnswers): FormAnswers =>
  keptIn(before.questions, after.questions, answers) as FormAnswers;
