// The title of a record as its form defines it.

import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';

/** Longest label of a record. */
const TITLE_LENGTH = 300;

interface TitleOptions {
  readonly now: Date;
  /** IANA name of the time zone of the organization. */
  readonly timeZone: string;
}

/**
 * Returns the title that the form computes from these answers, or the title of the form. The caller passes answers that every reader of
 * the record may see.
 */
export const recordTitle = (form: FieldForm, answers: FormAnswers, { now, timeZone }: TitleOptions): string => {
  const language = form.defaultLanguage;
  const session = openSession(compileForm(form), { answers, now: () => now, timeZone, language, frozen: true });
  return session.title().slice(0, TITLE_LENGTH);
};
