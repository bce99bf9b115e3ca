// Refuses to name a person for work on an item that the person may not read, because they would neither see the item nor be notified. The
// error contains the name of the person. Called when items are written and when people are assigned to steps.

import { invalid } from 'src/model/problems.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { RuleContext, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface Named {
  readonly users: readonly ItemId[];
  /** Path at which they are named. */
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

/** Checks an item that was just written, for the relations that its type declares. People who were named before are not checked. */
export const refuseUnseeingNamed = async (
  context: RuleWriting,
  { stored, before }: { readonly stored: StoredItem; readonly before: Values },
): Promise<void> => {
  const { mustRead = [] } = context.services.registry.types[stored.type]?.server ?? {};
  for (const name of mustRead) {
    const known = valuesAt(before, name);
    const users = valuesAt(stored.properties, name).filter((user) => isItemId(user) && !known.includes(user));
    await refuseUnseeing(context, stored, { users: users as ItemId[], path: `/${name}` });
  }
};
