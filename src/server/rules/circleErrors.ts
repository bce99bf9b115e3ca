// A relation that is declared `acyclic`, such as the parent in a tree, must not lead from an item back to itself.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { numbersLeadingTo } from 'src/server/store/circles.ts';

/** Requires existing targets of the declared type. A new item has no incoming relations yet. */
export const circleErrors = async ({ context, type, stored, next }: Proposal): Promise<InvalidEntry[]> => {
  const { tx } = context;
  if (!stored) return [];
  const errors: InvalidEntry[] = [];
  for (const { name, rel } of Object.values(type.properties)) {
    if (rel?.acyclic !== true) continue;
    const known = new Set(valuesAt(stored.properties, name));
    const places = placesAt(next, name).filter(({ value }) => !known.has(value));
    if (places.length === 0) continue;
    const numberOf = (value: unknown): number => parseItemId(value).number;
    const from = places.map(({ value }) => numberOf(value));
    const leading = new Set(await numbersLeadingTo(tx, type, { relation: name, from, to: stored.number }));
    for (const { pointer, value } of places)
      if (leading.has(numberOf(value))) errors.push({ path: pointer, message: 'errors.circle' });
  }
  return errors;
};
