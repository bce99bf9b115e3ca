// Normalises values before they are stored: text in NFC without outer spaces, instants in UTC, nothing empty. Pure; used by server and
// client. Text is otherwise unchanged: no NFKC, no change of case.

import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import { SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

type Values = Readonly<Record<string, Json | undefined>>;

// PostgreSQL's JSON cannot store U+0000, and people do not type it.
const normalText = (text: string): string => text.replaceAll('\u0000', '').normalize('NFC').trim();

const isJsonMembers = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const normalMembers = (value: Readonly<Record<string, Json>>, properties: Property['properties']): Json => {
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const normal = normaliseValue(properties?.[name], member);
    return normal === null ? [] : [[name, normal]];
  });
  return members.length === 0 ? null : Object.fromEntries(members);
};

/** Returns the value without U+0000 and otherwise unchanged. */
const withoutNulCharacters = (value: Json): Json => {
  if (typeof value === 'string') return value.replaceAll('\u0000', '');
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutNulCharacters);
  if (!isJsonMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replaceAll('\u0000', ''), withoutNulCharacters(each)]),
  );
};

/** Returns the value to store, or `null` when it is empty. */
export const normaliseValue = (property: Property | undefined, value: Json): Json => {
  if (property && KINDS[property.kind].opaque) return withoutNulCharacters(value);
  if (typeof value === 'string') {
    const text = normalText(value);
    if (text === '') return null;
    return (property && KINDS[property.kind].normalise?.(text)) ?? text;
  }
  if (typeof value === 'number') return Object.is(value, -0) ? 0 : value;
  if (property && isGeometry(property.kind)) return geometryFrom(value, property.geo?.kinds ?? SIMPLE_KINDS);
  if (Array.isArray(value)) {
    const list = (value as readonly Json[])
      .map((each) => normaliseValue(property, each))
      .filter((each) => each !== null);
    return list.length === 0 ? null : list;
  }
  return isJsonMembers(value) ? normalMembers(value, property?.properties) : value;
};

/** Normalises every property; an empty one becomes `null`. */
export const normaliseItem = (properties: Readonly<Record<string, Property>>, values: Values): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === undefined ? null : normaliseValue(properties[name], value),
    ]),
  );
