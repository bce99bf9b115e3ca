// Conversion between a draft and the form: the form gets only declared fields, and the draft gets no empty values.

import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Values } from 'src/model/item/Item.ts';

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
