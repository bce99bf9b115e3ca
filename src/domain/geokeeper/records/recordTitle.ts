// The title of a record as its form defines it.

import type { FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isRecord } from 'src/base/isRecord.ts';

const REFERENCE = /\$\{([^}]+)\}/gu;

/** Returns the answer to the first question of this name in the record. */
const answerNamed = (answers: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  for (const [key, value] of Object.entries(answers)) {
    if (key === name && (typeof value === 'string' || typeof value === 'number')) return String(value);
    const inner = isRecord(value) ? answerNamed(value, name) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
};

/** Returns the answer that the title of records names; undefined when there is none. */
export const recordTitle = ({ recordTitle: title = '' }: FieldForm, answers: FormAnswers): string | undefined => {
  const names = [...title.matchAll(REFERENCE)].map(([, name = '']) => name.trim());
  const texts = names.flatMap((name) => answerNamed(answers, name) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ').slice(0, 300);
};
