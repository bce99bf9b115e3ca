// `x-belongs` on the server: a chosen person must belong to the organisation or item that is chosen with them. Blocked people cannot be
// chosen anywhere. An existing choice may stay until it, or the item it belongs to, is changed. Hidden items are not checked: a person who
// sees them chose them.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, parseItemId } from 'src/model/item/itemId.ts';
import { belongingErrors } from 'src/model/schema/belonging.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { RuleContext } from 'src/server/rules/RuleNeeds.ts';
import { followsAccounts } from 'src/server/store/accounts/followedAccounts.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

/** Users with a blocked account, and people who such an account belongs to. */
const blockedAmong = async ({ services, db }: RuleContext, ids: readonly ItemId[]): Promise<ReadonlySet<ItemId>> => {
  const isUser = (id: ItemId): boolean => parseItemId(id).type === SYSTEM_TYPES.user;
  const accounts = await services.items.findMany(db, ids.filter(isUser));
  const blocked = new Set(accounts.filter(({ properties }) => properties['blocked'] === true).map(({ id }) => id));
  if (!services.registry.types[SYSTEM_TYPES.user]?.properties['contact']) return blocked;
  for (const id of ids.filter((each) => !isUser(each))) {
    const users = await services.items.holding(db, { type: SYSTEM_TYPES.user, path: 'contact', id });
    const found = await services.items.findMany(db, users);
    if (found.some(({ properties }) => properties['blocked'] === true)) blocked.add(id);
  }
  return blocked;
};

const errorsOf = async ({ context, stored, next }: Proposal, property: Property): Promise<InvalidEntry[]> => {
  const { name } = property;
  const places = placesAt(next, name).filter(({ value }) => isItemId(value));
  const ids = places.map(({ value }) => value as ItemId);
  const before = new Set(stored ? valuesAt(stored.properties, name) : []);
  const found = ids.length === 0 ? [] : await context.services.items.findMany(context.db, ids);
  const seen = new Map(found.filter(({ acl }) => context.readFilter.canRead(acl)).map((each) => [each.id, each]));
  const blocked = await blockedAmong(
    context,
    ids.filter((id) => !before.has(id)),
  );
  return [
    ...belongingErrors(property, next, (id, by) => {
      const item = seen.get(id);
      return item && valuesAt(item.properties, by).filter((each) => typeof each === 'string');
    }),
    ...places
      .filter(({ value }) => blocked.has(value as ItemId))
      .map(({ pointer }) => ({ path: pointer, message: 'errors.invalidChoice' })),
  ];
};

/** True for a relation to people with accounts, or to items that represent them, except a relation that the server writes itself. */
const choosesPeople = ({ context }: Proposal, { rel, readOnly }: Property): boolean => {
  const { types } = context.services.registry;
  const isPerson = (name: string): boolean =>
    name === SYSTEM_TYPES.user || (types[name] !== undefined && followsAccounts(types[name]));
  return !readOnly && rel?.to.some(isPerson) === true;
};

export const belongingRules = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { type, set, stored } = proposal;
  const checkedProperties = Object.values(type.properties).filter((property) => {
    const { name, belongs } = property;
    if (!belongs && !choosesPeople(proposal, property)) return false;
    return !stored || set.includes(name) || (belongs?.to !== undefined && set.includes(belongs.to.split('.')[0] ?? ''));
  });
  return (await Promise.all(checkedProperties.map((property) => errorsOf(proposal, property)))).flat();
};
