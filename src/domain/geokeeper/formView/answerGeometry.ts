// Converts answers with positions to GeoJSON geometries and back.

import type { AnswerValue, Position, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Returns the positions of an answer: one of a point, several of a line or an area. */
export const viewPositionsOf = (value: AnswerValue | undefined): readonly Position[] => {
  if (isFieldPosition(value)) return [value];
  return Array.isArray(value) ? value.filter(isFieldPosition) : [];
};

/** Returns the geometry of an answer; undefined for an answer with too few positions. */
export const geometryOfAnswer = (type: QuestionType, value: AnswerValue | undefined): Json | undefined => {
  const coordinates = viewPositionsOf(value).map(({ lon, lat }) => [lon, lat]);
  const [first] = coordinates;
  if (first === undefined) return undefined;
  if (type === 'point') return { type: 'Point', coordinates: first };
  if (type === 'line') return coordinates.length < 2 ? undefined : { type: 'LineString', coordinates };
  return coordinates.length < 4 ? undefined : { type: 'Polygon', coordinates: [coordinates] };
};

const viewPairsIn = (value: Json | undefined): readonly Position[] => {
  if (!Array.isArray(value)) return [];
  const [lon, lat] = value;
  if (typeof lon === 'number' && typeof lat === 'number') return [{ lat, lon }];
  return value.flatMap((each: Json) => viewPairsIn(each));
};

/** Returns the positions of a drawn geometry. An answer is one shape, so only the first of several parts counts. */
export const positionsOfGeometry = (geometry: Json | undefined): readonly Position[] => {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry)) return [];
  const { type, coordinates } = geometry;
  const isNested = type === 'Polygon' || type === 'MultiLineString' || type === 'MultiPoint';
  const first = isNested && Array.isArray(coordinates) ? coordinates[0] : coordinates;
  return viewPairsIn(type === 'MultiPolygon' && Array.isArray(first) ? first[0] : first);
};
