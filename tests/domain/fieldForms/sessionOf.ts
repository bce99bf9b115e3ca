// Sessions of small forms for tests.

import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormSession, SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';

export const formOf = (questions: readonly Question[], more: Partial<FieldForm> = {}): FieldForm => ({
  title: { en: 'Berry patches' },
  machineName: 'data',
  languages: ['en', 'fr'],
  defaultLanguage: 'en',
  formType: 'record',
  lists: {},
  questions,
  ...more,
});

export const sessionOf = (form: FieldForm, options: Partial<SessionOptions> = {}): FormSession =>
  openSession(compileForm(form), {
    now: () => new Date('2026-05-01T20:30:00Z'),
    timeZone: 'UTC',
    language: 'en',
    ...options,
  });

/** Computes an expression in a form that has some answers. */
export const computed = (
  expression: string,
  options: Partial<SessionOptions> = {},
): { readonly value: unknown; readonly detail: string | undefined } => {
  const form = formOf([{ name: 'result', type: 'calculate', calculation: expression }]);
  const node = sessionOf(form, options).node('result');
  return { value: node?.value, detail: node?.problem?.detail };
};
