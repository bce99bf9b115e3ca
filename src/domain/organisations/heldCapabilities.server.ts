// Migration of the rights of an organization: those that its people have in it.

import type { Values } from 'src/model/item/Item.ts';
import type { MigrateValue } from 'src/server/extend.ts';

const membershipList = ({ memberships }: Values): readonly Values[] =>
  Array.isArray(memberships) ? (memberships as readonly Values[]) : [];

export const heldCapabilities: MigrateValue = (_, __, { id, naming = [] }) => {
  const own = naming.flatMap(membershipList).filter(({ owner }) => owner === id);
  const held = own.flatMap(({ capabilities }) => (Array.isArray(capabilities) ? capabilities.map(String) : []));
  return [...new Set(held)].toSorted();
};
