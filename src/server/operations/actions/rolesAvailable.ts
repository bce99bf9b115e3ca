// `act/rolesAvailable`: the roles that somebody can be given here, sorted. Source: spec platform 6.

import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';

export const rolesAvailable: EngineAction = {
  name: 'rolesAvailable',
  on: 'nobody',
  run: (_input, { services }) => Promise.resolve({ rolesAvailable: services.registry.capabilities.toSorted() }),
};
