// Who is asked to do a step: the people that its plan names, those whom the item names, or those with a capability in its owner. Nobody
// who is blocked or gone, and nobody who may not read the item: they would not learn of it.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Assign } from 'src/model/workflow/WorkflowTemplate.ts';
import type { Context } from 'src/server/context.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Bound of the declared property. */
const MOST = 50;

const isUser = (id: unknown): id is ItemId => typeof id === 'string' && tryParseItemId(id)?.type === SYSTEM_TYPES.user;

/** Without an access list, as for an item that is only thought of, everybody who is active. */
type AboutItem = Pick<StoredItem, 'properties' | 'owners'> & Partial<Pick<StoredItem, 'acl'>>;

export const assigneesOf = async (
  { services, db }: Context,
  { properties, owners, acl }: AboutItem,
  { users = [], path, capability }: Assign,
): Promise<readonly ItemId[]> => {
  const { audience } = services;
  const named = [...users, ...(path === undefined ? [] : valuesAt(properties, path))].filter(isUser);
  const holders = capability === undefined ? [] : await audience.holdersOf(db, owners, capability);
  const asked = [...new Set([...named, ...holders])];
  const found =
    acl === undefined ? await audience.activeAmong(db, asked) : await audience.readersAmong(db, asked, { acl });
  return found.slice(0, MOST);
};

interface Named {
  readonly users: readonly ItemId[];
  /** Where they are named. */
  readonly path: string;
}

/** Throws `invalid` with the names of those who may not read the item. */
export const refuseUnseeing = async (
  { services, db, readFilter }: Context,
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
