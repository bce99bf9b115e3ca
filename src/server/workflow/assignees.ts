// Who is asked to do a step: the people that its plan names, those whom the item names, or those with a capability in its owner. Nobody
// who is blocked or gone.

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

export const assigneesOf = async (
  { services, db }: Context,
  item: Pick<StoredItem, 'properties' | 'owners'>,
  { users = [], path, capability }: Assign,
): Promise<readonly ItemId[]> => {
  const named = [...users, ...(path === undefined ? [] : valuesAt(item.properties, path))].filter(isUser);
  const active = await services.audience.activeAmong(db, [...new Set(named)]);
  const holders = capability === undefined ? [] : await services.audience.holdersOf(db, item.owners, capability);
  return [...new Set([...active, ...holders])].slice(0, MOST);
};
