// Refuses settings of the whole installation on a site that several communities share; their screens are hidden there too.
// Called by the actions of those screens.

import { problem } from 'src/model/problems.ts';

export const refuseOnShared = ({ dedicated }: { readonly dedicated: boolean }): void => {
  if (!dedicated) throw problem('notDedicated');
};
