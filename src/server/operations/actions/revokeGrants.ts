// `act/revokeGrants`: takes grants on the item away: anybody's for who administers its owner, else those that the caller gave.

import { revokeGrants as revoke, type Revocation } from 'src/server/access/actions/grants.ts';
import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';

export const revokeGrants: EngineAction = {
  name: 'revokeGrants',
  on: 'item',
  async run(input, context, target) {
    await revoke(context, target, input['grants'] as unknown as readonly Revocation[]);
    return {};
  },
};
