// People who are named in an item so that they do something with it: of somebody who may not read it, whoever names them learns at once,
// by name, since that person would neither see the item nor hear of it. Called by the writes of items, and by what asks people to do steps.

import { invalid } from 'src/model/problems.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { RuleContext } from 'src/server/rules/RuleNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface Named {
  readonly users: readonly ItemId[];
  /** Where they are named. */
  readonly path: string;
}

/** Throws `invalid` with the names of those who may not read the item. */
export const refuseUnseeing = async (
  { services, db, readFilter }: RuleContext,
  item: Pick<StoredItem, 'acl'>,
  { users, path }: Named,
): Promise<void> => {
  const readers = new Set(await services.audience.readersAmong(db, users, item));
  const unseeing = users.filter((user) => !readers.has(user));
  if (unseeing.length === 0) return;
  const labels = await services.items.labels(db, readFilter, unseeing);
  throw invalid(
    unseeing.map((user) => {
      const params = { name: labels.get(user) ?? user };
      return { path, message: 'errors.workflow.mayNotSee', params };
    }),
  );
};

/** Of an item as it was just written: those whom its type declares so. Who stood there before may stay. */
export const refuseUnseeingNamed = async (
  context: RuleContext,
  { stored, before }: { readonly stored: StoredItem; readonly before: Values },
): Promise<void> => {
  const { mustRead = [] } = context.services.registry.types[stored.type]?.server ?? {};
  for (const name of mustRead) {
    const known = valuesAt(before, name);
    const users = valuesAt(stored.properties, name).filter((user) => isItemId(user) && !known.includes(user));
    await refuseUnseeing(context, stored, { users: users as ItemId[], path: `/${name}` });
  }
};
