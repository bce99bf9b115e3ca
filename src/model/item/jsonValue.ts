// Turns typed values into JSON, as they are sent and stored.

import type { Json, Values } from 'src/model/item/Item.ts';

/** Members without a value are left out. */
export const jsonMembers = (value: object): Values =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      member === undefined ? [] : [[name, jsonValue(member)]],
    ),
  );

/** Returns what `JSON.stringify` would write. Throws for a value that JSON cannot contain, such as a function. */
export const jsonValue = (value: unknown): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((each: unknown) => (each === undefined ? null : jsonValue(each)));
  if (typeof value === 'object') return jsonMembers(value);
  throw new TypeError(`JSON contains no ${typeof value}`);
};
