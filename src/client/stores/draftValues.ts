// Computes form values and changes of a draft. Pure; ItemDraft keeps the state.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

/** Normalises empty values of forms ('', [], {}, undefined members) to null. */
export const cleaned = (value: unknown): Json => {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((each) => cleaned(each));
  if (!isRecord(value)) return value as Json;
  const members = Object.entries(value).flatMap(([name, each]): [string, Json][] => {
    const member = cleaned(each);
    return member === null ? [] : [[name, member]];
  });
  return members.length === 0 ? null : Object.fromEntries(members);
};

/** Returns the properties in `names` that have a value. */
export const propertiesIn = (item: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Values =>
  Object.fromEntries(
    Object.entries(item).filter(
      (entry): entry is [string, Json] => names.has(entry[0]) && entry[1] !== undefined && entry[1] !== null,
    ),
  );

/**
 * Returns the differences between the base and the form; a removed value is `null`. Values of the properties in `unchanged` are compared and
 * returned as they are, because empty members have a meaning in content that no declaration describes.
 */
export const changesIn = (
  base: Values,
  shown: Readonly<Record<string, unknown>>,
  unchanged: ReadonlySet<string> = NO_NAMES,
): Values => {
  const changes: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(base), ...Object.keys(shown)])) {
    const clean = (value: unknown): Json => (unchanged.has(name) ? ((value ?? null) as Json) : cleaned(value));
    const now = clean(shown[name]);
    if (!deepEqual(clean(base[name]), now)) changes[name] = now;
  }
  return changes;
};

/** Returns the base with the changes, as the form shows it. */
export const withChanges = (base: Values, changes: Values): Values =>
  Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== null));

/** Returns the changes except those that were sent and not changed since. */
export const withoutSent = (changes: Values, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !(name in sent && deepEqual(value, sent[name] ?? null))),
  );

/** Returns the first segment of a JSON pointer: `/parts/0/name` gives `parts`. */
export const propertyOfPointer = (pointer: string): string => pointerParts(pointer)[0] ?? '';

/** Problems that the server reported, by JSON pointer. */
export type FieldProblems = Readonly<Record<string, readonly { readonly message: string; readonly params?: Values }[]>>;

/** Converts `params.errors` of the problem `invalid`. */
export const problemsByPath = (errors: Json | undefined): FieldProblems => {
  const byPath: Record<string, { readonly message: string; readonly params?: Values }[]> = {};
  for (const entry of (Array.isArray(errors) ? errors : []) as InvalidEntry[]) {
    const problems = (byPath[entry.path] ??= []);
    problems.push({ message: entry.message, ...(entry.params && { params: entry.params }) });
  }
  return byPath;
};
