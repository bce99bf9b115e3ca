// JSON as the compiler handles it: objects are plain records, places in them are JSON pointers.
// Used by every step; it must never touch files.

import { isRecord } from 'src/base/isRecord.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

export const isObject = (value: unknown): value is JsonObject => isRecord(value);

export const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  return isObject(value) ? value : {};
};

export const listAt = (object: JsonObject, key: string): JsonValue[] => {
  const value = object[key];
  return Array.isArray(value) ? value : [];
};

export const textAt = (object: JsonObject, key: string): string | undefined => {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
};

export const stringsAt = (object: JsonObject, key: string): string[] =>
  listAt(object, key).filter((each) => typeof each === 'string');

/** `pointer('/a', 'b/c', 0)` is `/a/b~1c/0`. */
export const pointer = (base: string, ...parts: (string | number)[]): string => base + pointerOf(parts);

/** A copy without the members whose value is undefined: what stands in a generated file is what was declared. */
export const defined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
