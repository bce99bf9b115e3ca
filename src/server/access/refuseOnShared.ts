// What is said and arranged for a whole installation is not for one of several communities that share it: the screens that do so are not
// there either (spec domain 2). Called by the actions behind those screens.

import { problem } from 'src/model/problems.ts';
import type { Services } from 'src/server/context.ts';

export const refuseOnShared = ({ dedicated }: Pick<Services, 'dedicated'>): void => {
  if (!dedicated) throw problem('notDedicated');
};
