// Answers as values of expressions, and results of calculations as answers.

import type { AnswerValue, Position, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { scalarOf, formTextOf, type FormValue, type Scalar } from 'src/domain/geokeeper/forms/expressionValues.ts';
import { FormDate, readFormDate } from 'src/domain/geokeeper/forms/FormDate.ts';

const FORM_DATES = new Set(['date', 'today', 'dateTime', 'start', 'end']);

const positionText = ({ lat, lon, alt, accuracy }: Position): string => `${lat} ${lon} ${alt ?? 0} ${accuracy ?? 0}`;

const formIsWord = (value: AnswerValue): value is readonly string[] =>
  Array.isArray(value) && typeof value[0] === 'string';

export const contentOfAnswer = (question: Question, value: AnswerValue | undefined, zone: string): Scalar => {
  if (value === undefined) return '';
  if (typeof value === 'string') return FORM_DATES.has(question.type) ? (readFormDate(value, zone) ?? value) : value;
  if (typeof value === 'number') return value;
  if (formIsWord(value)) return value.join(' ');
  if (Array.isArray(value)) return (value as readonly Position[]).map(positionText).join('; ');
  return positionText(value as Position);
};

const positionOfText = (text: string): Position => {
  const [lat, lon, alt, accuracy] = text.trim().split(/\s+/).map(Number);
  return {
    lat: lat ?? Number.NaN,
    lon: lon ?? Number.NaN,
    ...(alt === undefined ? {} : { alt }),
    ...(accuracy === undefined ? {} : { accuracy }),
  };
};

/** Returns the answer that a computed value is for a question. An empty value is no answer. */
export const answerOfContent = ({ type }: Question, value: FormValue): AnswerValue | undefined => {
  const scalar = scalarOf(value);
  if (scalar === '' || (typeof scalar === 'number' && !Number.isFinite(scalar))) return undefined;
  const text = formTextOf(scalar);
  if (type === 'integer' || type === 'decimal' || type === 'range') {
    const number = typeof scalar === 'number' ? scalar : Number(text);
    return Number.isFinite(number) ? number : text;
  }
  if (type === 'selectMany' || type === 'rank') return text.split(/\s+/);
  if (type === 'point') return positionOfText(text);
  if (type === 'line' || type === 'area')
    return text
      .split(';')
      .filter((part) => part.trim() !== '')
      .map(positionOfText);
  if (FORM_DATES.has(type)) return type === 'date' || type === 'today' ? text.slice(0, 10) : text;
  return scalar instanceof FormDate || typeof scalar !== 'number' ? text : scalar;
};
