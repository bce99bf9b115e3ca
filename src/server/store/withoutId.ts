// Removes one id from a property value: from a list, or with the list entry that contains it. Pure.

import type { ItemId, Json } from 'src/model/item/Item.ts';

type Members = Readonly<Record<string, Json>>;

const isMemberObject = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOrNull = (values: readonly Json[]): Json => (values.length === 0 ? null : values);

/** Returns the value without the id. `steps` lead from the value to the id; `null` when nothing is left. */
export const withoutId = (value: Json, steps: readonly string[], id: ItemId): Json => {
  if (Array.isArray(value)) {
    const remaining = (value as readonly Json[]).flatMap((each) => {
      const left = withoutId(each, steps, id);
      // An entry without its id has no meaning.
      return left === null ||
        (steps.length > 0 &&
          isMemberObject(left) &&
          isMemberObject(each) &&
          Object.keys(left).length < Object.keys(each).length)
        ? []
        : [left];
    });
    return listOrNull(remaining);
  }
  const [step, ...further] = steps;
  if (step === undefined) return value === id ? null : value;
  if (!isMemberObject(value)) return value;
  const left = withoutId(value[step] ?? null, further, id);
  return Object.fromEntries(Object.entries({ ...value, [step]: left }).filter(([, member]) => member !== null));
};
