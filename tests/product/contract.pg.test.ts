// The contract of every item type that the product declares, over HTTP; see tests/contract/contractSuite.ts.

import { fixtures } from 'src/generated/fixtures.ts';
import { registry } from 'src/generated/registry.server.ts';
import { contractSuite } from 'tests/contract/contractSuite.ts';
import { INSTEAD, KEPT, NEEDED, openStandingWorld } from 'tests/product/contractWorld.ts';

const ACTORS = { admin: 'administrator', outsider: 'stranger', visitor: 'visitor' } as const;

contractSuite({
  sweep: 'contract: types',
  registry,
  fixtures,
  instead: INSTEAD,
  needed: NEEDED,
  kept: KEPT,
  async open() {
    const { world, stand } = await openStandingWorld();
    return {
      admin: world.idOf('administrator'),
      stand,
      ask: (who, operation, body) => world.ask(ACTORS[who], operation, body),
      stop: () => world.stop(),
    };
  },
});
