// `act/applyGrants`: gives others rights on the item, or takes back what the caller gave (an empty list). All rules stand in
// access/applyGrants: nobody gives beyond their own rights, to or on themselves, or while masquerading.

import { applyGrants as apply, type Grant } from 'src/server/access/actions/grants.ts';
import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';

export const applyGrants: EngineAction = {
  name: 'applyGrants',
  on: 'item',
  async run(input, context, target) {
    await apply(context, target, input['grants'] as unknown as readonly Grant[]);
    return {};
  },
};
