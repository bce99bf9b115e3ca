// `act/rolesAvailable`: the roles that somebody can be given here, sorted. Source: spec platform 6.

import type { EngineAction } from 'src/server/operations/actions/EngineAction.ts';

export const rolesAvailable: EngineAction = {
  name: 'rolesAvailable',
  on: 'nobody',
  run: (_input, { rooms }) => Promise.resolve({ rolesAvailable: rooms.registry.capabilities.toSorted() }),
};
