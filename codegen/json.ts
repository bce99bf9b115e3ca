// JSON helpers of the compiler: objects are plain records, positions are JSON pointers. Used by every step. It accesses no files.

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

/** Appends parts to a pointer: `pointer('/a', 'b/c', 0)` is `/a/b~1c/0`. */
export const pointer = (base: string, ...parts: (string | number)[]): string => base + pointerOf(parts);

/** Returns a copy without the members whose value is undefined, so that a generated file contains only what was declared. */
export const defined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
