// Who is asked to do a step: the people that its plan names, those whom the item names, or those with a capability in its owner. Nobody
// who is blocked or gone, and nobody who may not read the item: they would not learn of it.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
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
