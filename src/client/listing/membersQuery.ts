// A search that an item holds, such as that of the members of a collection, for the person who looks.

import type { FilterReader } from 'src/model/query/screenFilters.ts';
import { membershipQuery, type MembershipQuery } from 'src/model/query/membershipQuery.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item } from 'src/model/item/Item.ts';

/**
 * Prefix of a listing's state in an address for the members of an item, in place of a relation; no type has this name.
 */
export const MEMBERS = 'members';

const VISITOR_READER: FilterReader = { $id: '', readOrgs: [] };

/** Undefined where the item holds none. Observable. */
export const membersQuery = (
  { registry, session }: Pick<Client, 'registry' | 'session'>,
  item: Item,
): MembershipQuery | undefined => {
  const membership = registry.types[item._t]?.view.page?.membership;
  if (!membership) return undefined;
  const { user } = session;
  const reader = user ? { $id: user.$id, readOrgs: user.readOrgs ?? [] } : VISITOR_READER;
  const types = membership.types === undefined ? undefined : item[membership.types];
  return membershipQuery(registry, { search: item[membership.search], types }, reader);
};
