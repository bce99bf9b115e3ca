// An item that gathers others may say of which types they are (`page.membership.types`). One of another type cannot be put into it from now
// on; what is in it already may stay.

import { computedOnce } from 'src/base/computedOnce.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

/** Returns the relations by which items are put into others, each with the property of those that limits it. */
const limitedRelations = computedOnce((types: Readonly<Record<string, ServerItemType>>) =>
  Object.values(types).flatMap(({ name: gatherer, view: { page } }) => {
    const limit = page?.membership?.types;
    return limit === undefined ? [] : (page?.contents ?? []).map(({ type, path }) => ({ gatherer, limit, type, path }));
  }),
);

/** Returns an error for each newly gathered record of a type that the item does not take. */
const gatheredErrors = ({ type, stored, next }: Proposal): InvalidEntry[] => {
  const { gathers, membership } = type.view.page ?? {};
  const taken = next[membership?.types ?? ''];
  if (!gathers || !Array.isArray(taken) || taken.length === 0) return [];
  const known = new Set(stored ? valuesAt(stored.properties, gathers.path) : []);
  return placesAt(next, gathers.path)
    .filter(({ value }) => !known.has(value) && !taken.includes(tryParseItemId(String(value))?.type ?? ''))
    .map(({ pointer }) => ({ path: pointer, message: 'errors.otherTypesOnly' }));
};

/** Requires existing targets that the writer may see. */
export const memberErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next } = proposal;
  const { services, db } = context;
  const errors: InvalidEntry[] = gatheredErrors(proposal);
  for (const { gatherer, limit, type: member, path } of limitedRelations(services.registry.types)) {
    if (member !== type.name) continue;
    const known = new Set(stored ? valuesAt(stored.properties, path) : []);
    const places = placesAt(next, path).filter(({ value }) => !known.has(value));
    if (places.length === 0) continue;
    const found = await services.items.findMany(
      db,
      places.map(({ value }) => value as ItemId),
    );
    const closed = found.filter(({ id, properties }) => {
      const taken = properties[limit];
      return id.startsWith(`${gatherer}-`) && Array.isArray(taken) && taken.length > 0 && !taken.includes(type.name);
    });
    const ids = new Set(closed.map(({ id }) => id));
    for (const { pointer, value } of places)
      if (ids.has(value as ItemId)) errors.push({ path: pointer, message: 'errors.otherTypesOnly' });
  }
  return errors;
};
