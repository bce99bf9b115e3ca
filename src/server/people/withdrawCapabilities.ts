// Takes a capability from the members of an owner that no longer has it, in the transaction that changes the owner.

import { stringsIn } from 'src/base/stringsIn.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Values } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { PeopleNeeds } from 'src/server/people/PeopleNeeds.ts';
import { ownerCapabilitiesPath } from 'src/server/rules/capabilityErrors.ts';
import type { Follower } from 'src/server/rules/RuleNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';

export const withdrawCapabilities: NonNullable<Follower<PeopleNeeds>['updated']> = async (
  context,
  { stored, before },
) => {
  const { services, tx } = context;
  const { registry, items } = services;
  const path = ownerCapabilitiesPath(registry);
  if (stored.type !== registry.ownerType || path === undefined) return;
  const now = stringsIn(stored.properties[path]);
  const lost = stringsIn(before[path]).filter((each) => !now.includes(each));
  if (lost.length === 0) return;
  const withoutLost = (membership: Values): Values =>
    membership['owner'] === stored.id
      ? { ...membership, capabilities: stringsIn(membership['capabilities']).filter((each) => !lost.includes(each)) }
      : membership;
  const members = await items.holding(tx, { type: SYSTEM_TYPES.user, path: 'memberships.owner', id: stored.id });
  for (const id of members) {
    const user = await items.find(tx, id, true);
    if (!user) continue;
    const held = (user.properties['memberships'] ?? []) as readonly Values[];
    const memberships = held.map(withoutLost);
    if (!deepEqual(held, memberships)) await items.write(tx, user, { memberships }, writeMetadataOf(context));
  }
};
