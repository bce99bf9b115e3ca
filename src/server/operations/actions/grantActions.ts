// The actions on grants. All rules stand in access/actions/grants.ts: nobody gives beyond their own rights, to or on themselves, or
// while masquerading. Source: spec platform 6.

import {
  applyGrants as apply,
  type Grant,
  type Revocation,
  revokeGrants as revoke,
} from 'src/server/access/actions/grants.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

/** Takes grants on the item away: anybody's for who administers its owner, else those that the caller gave. */
export const revokeGrants: EngineAction = {
  name: 'revokeGrants',
  on: 'item',
  async run(input, context, target) {
    await revoke(context, target, input['grants'] as unknown as readonly Revocation[]);
    return {};
  },
};

/** Gives others rights on the item, or takes back what the caller gave (an empty list). */
export const applyGrants: EngineAction = {
  name: 'applyGrants',
  on: 'item',
  async run(input, context, target) {
    await apply(context, target, input['grants'] as unknown as readonly Grant[]);
    return {};
  },
};

export const rolesAvailable: EngineAction = {
  name: 'rolesAvailable',
  on: 'nobody',
  run: (_input, { services }) => Promise.resolve({ rolesAvailable: services.registry.capabilities.toSorted() }),
};
