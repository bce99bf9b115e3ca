// Refuses settings of the whole installation on a site that several communities share; their screens are hidden there too (spec domain 2).
// Called by the actions of those screens.

import { problem } from 'src/model/problems.ts';
import type { Services } from 'src/server/context.ts';

export const refuseOnShared = ({ dedicated }: Pick<Services, 'dedicated'>): void => {
  if (!dedicated) throw problem('notDedicated');
};
