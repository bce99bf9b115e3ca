// Checks that an answer is a value of the type of its question.

import type { AnswerValue, Position, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';
import { isTimeOfDay, readFormDate } from 'src/domain/geokeeper/forms/FormDate.ts';

const formIsPosition = (value: unknown): value is Position =>
  isFieldPosition(value) && Math.abs(value.lat) <= 90 && Math.abs(value.lon) <= 180;

const arePositions = (value: unknown, least: number): boolean =>
  Array.isArray(value) && value.length >= least && value.every(formIsPosition);

const formIsText = (value: AnswerValue): boolean => typeof value === 'string';

const formIsDate = (value: AnswerValue, withTime: boolean): boolean => {
  const date = typeof value === 'string' ? readFormDate(value, 'UTC') : undefined;
  return date !== undefined && date.withTime === withTime;
};

const isInRange = (value: AnswerValue, range: Question['range']): boolean =>
  typeof value === 'number' &&
  Number.isFinite(value) &&
  (!range || (value >= Math.min(range.start, range.end) && value <= Math.max(range.start, range.end)));

const areNames = (value: AnswerValue): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns true when the answer is a value of the type of the question. Choices are checked elsewhere. */
export const isAnswerOfType = (question: Question, value: AnswerValue): boolean => {
  switch (question.type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'decimal':
      return Number.isFinite(value);
    case 'range':
      return isInRange(value, question.range);
    case 'date':
    case 'today':
      return formIsDate(value, false);
    case 'dateTime':
    case 'start':
    case 'end':
      return formIsDate(value, true);
    case 'time':
      return typeof value === 'string' && isTimeOfDay(value);
    case 'selectMany':
    case 'rank':
      return areNames(value);
    case 'point':
      return formIsPosition(value);
    case 'line':
      return arePositions(value, 2);
    case 'area':
      return arePositions(value, 4);
    case 'calculate':
    case 'hidden':
      return true;
    default:
      return formIsText(value);
  }
};
