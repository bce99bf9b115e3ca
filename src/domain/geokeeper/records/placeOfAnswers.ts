// The place of a record: the first position, line or area among its answers.

import { isRecord } from 'src/base/isRecord.ts';
import type { FormAnswers, Position, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';
import type { Values } from 'src/model/item/Item.ts';

const coordinatesOf = ({ lat, lon }: Position): [number, number] => [lon, lat];

const recordGeometryOf = ({ type }: Question, value: unknown): Values | undefined => {
  if (isFieldPosition(value)) return { type: 'Point', coordinates: coordinatesOf(value) };
  if (!Array.isArray(value) || !value.every(isFieldPosition)) return undefined;
  const coordinates = value.map(coordinatesOf);
  if (type === 'area') return coordinates.length > 3 ? { type: 'Polygon', coordinates: [coordinates] } : undefined;
  return coordinates.length > 1 ? { type: 'LineString', coordinates } : undefined;
};

/** Returns GeoJSON; undefined when no question has a position. */
export const placeOfAnswers = (questions: readonly Question[], answers: FormAnswers): Values | undefined => {
  for (const question of questions) {
    const value = answers[question.name];
    const entries: readonly unknown[] = question.type === 'repeat' && Array.isArray(value) ? value : [value];
    for (const entry of entries) {
      const found =
        question.questions && isRecord(entry)
          ? placeOfAnswers(question.questions, entry as FormAnswers)
          : recordGeometryOf(question, entry);
      if (found) return found;
    }
  }
  return undefined;
};
