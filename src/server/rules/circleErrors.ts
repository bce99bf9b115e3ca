// A relation that is declared `acyclic` leads from no item back to itself, such as what stands below what in a tree.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { leadingTo } from 'src/server/store/circles.ts';

/** For targets that exist and are of the declared type. An item that is being made is named by none yet. */
export const circleErrors = async ({ context, type, stored, next }: Proposal): Promise<InvalidEntry[]> => {
  const { tx } = context;
  if (!stored || !tx) return [];
  const errors: InvalidEntry[] = [];
  for (const { name, rel } of Object.values(type.properties)) {
    if (rel?.acyclic !== true) continue;
    const known = new Set(valuesAt(stored.properties, name));
    const places = placesAt(next, name).filter(({ value }) => !known.has(value));
    if (places.length === 0) continue;
    const numberOf = (value: unknown): number => parseItemId(value).number;
    const from = places.map(({ value }) => numberOf(value));
    const leading = new Set(await leadingTo(tx, type, { relation: name, from, to: stored.number }));
    for (const { pointer, value } of places)
      if (leading.has(numberOf(value))) errors.push({ path: pointer, message: 'errors.circle' });
  }
  return errors;
};
