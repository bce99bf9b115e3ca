// The endpoints of grants. All rules are in rules/grants.ts: a person cannot grant rights that they do not have, to or on themselves,
// or while masquerading.

import { userPrincipal } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { WritingContext } from 'src/server/context.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { applyGrants as apply, type Grant, revokeGrants as revoke } from 'src/server/rules/grants.ts';
import { endpoint, type RightsNeeds } from 'src/server/rights/RightsNeeds.ts';

/** Revokes grants on the item: all of them if the caller administers its owner, else those that the caller gave. */
export const revokeGrantsEndpoint = endpoint('revokeGrants', async (context, { grants }) => {
  await revoke(context, context.target, grants);
  return {};
});

const USER = userPrincipal('');

/** Notifies the people among the grantees. */
const writeGranted = async (
  context: WritingContext<RightsNeeds>,
  target: ItemId,
  grants: readonly Grant[],
): Promise<void> => {
  const { services, tx } = context;
  const personGrants = grants.filter(({ to, actions }) => to.startsWith(USER) && actions.length > 0);
  const stored = personGrants.length > 0 ? await services.items.find(tx, target) : undefined;
  if (!stored) return;
  const to = personGrants.map((grant) => grant.to.slice(USER.length));
  await services.events.writeOfAction(tx, stored, { name: 'applyGrants', to }, writeMetadataOf(context));
};

/** Grants rights on the item to others, or revokes the caller's grants (an empty list). */
export const applyGrantsEndpoint = endpoint('applyGrants', async (context, { grants }) => {
  const { target } = context;
  await apply(context, target, grants);
  await writeGranted(context, target, grants);
  return {};
});

export const rolesAvailable = endpoint('rolesAvailable', ({ services }) =>
  Promise.resolve({ rolesAvailable: services.registry.capabilities.toSorted() }),
);
