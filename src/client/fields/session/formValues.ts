// Conversion between a draft and the form: the form gets only declared fields, and the draft gets no empty values.

import { isBlankValue } from 'src/base/isEmptyValue.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Values } from 'src/model/item/Item.ts';
import { pointerOf, pointerParts } from 'src/model/text/jsonPointer.ts';

type Loose = Readonly<Record<string, unknown>>;

/** The properties that the form shows; empty ones are absent, as RJSF has them. */
export const intoForm = (values: Values, names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined || values[name] === null ? [] : [[name, values[name]]])),
  );

const tidy = (value: unknown): Json | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.map((one) => tidy(one) ?? (isObject(one) ? {} : null));
  if (!isObject(value)) return value as Json;
  const members = Object.entries(value).flatMap(([name, one]) => {
    const tidied = tidy(one);
    return tidied === undefined ? [] : [[name, tidied] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
};

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

/** Form data as it is kept: cleared fields are absent, and so is a list that was opened and left empty. */
export const fromForm = (formData: Loose, given: Values): Record<string, Json> => {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(formData)) {
    const tidied = tidy(value);
    if (tidied === undefined || (isEmptyList(tidied) && given[name] === undefined)) continue;
    kept[name] = tidied;
  }
  return kept;
};

/** Returns the names of the lists of texts in the schema of a form. */
export const textListsIn = (properties: unknown): ReadonlySet<string> =>
  new Set(
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
      if (!isObject(property) || property['type'] !== 'array' || !isObject(property['items'])) return [];
      return property['items']['type'] === 'string' ? [name] : [];
    }),
  );

/** Returns the indexes of the rows of a list that are filled in. */
const filledRowIndexes = (rows: Json | undefined): readonly number[] =>
  Array.isArray(rows) ? rows.flatMap((row, index) => (isBlankValue(row) ? [] : [index])) : [];

/** Returns the values without the empty rows of lists of texts. `given` tells whether an empty list was filled before. */
export const withoutEmptyRows = (values: Values, lists: ReadonlySet<string>, given: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const filled = filledRowIndexes(value);
      if (!lists.has(name) || !Array.isArray(value) || filled.length === value.length) return [[name, value]];
      if (filled.length === 0 && (given[name] ?? undefined) === undefined) return [];
      return [[name, filled.map((index) => value[index] ?? null)]];
    }),
  );

/** Returns the place of a row in the form, by the place of its text in the values without empty rows. */
export const rowPointer = (pointer: string, values: Values, lists: ReadonlySet<string>): string => {
  const [name = '', entry, ...rest] = pointerParts(pointer);
  if (entry === undefined || !lists.has(name)) return pointer;
  return pointerOf([name, filledRowIndexes(values[name])[Number(entry)] ?? entry, ...rest]);
};
