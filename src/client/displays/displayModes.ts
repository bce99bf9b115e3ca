// The displays that the client can show, without their code. A mode that is not here is not offered, whatever a type declares.

import type { DisplayMode } from 'src/model/schema/TypeView.ts';

export const knownDisplays = [
  'LIST',
  'TABLE',
  'MAP',
  'TIMELINE',
  'CALENDAR',
  'CAROUSEL',
  'CARDS',
  'TREE',
] as const satisfies readonly DisplayMode[];

export type KnownDisplay = (typeof knownDisplays)[number];
