// Decides whether the number of results of a screen asks the person for work: results that are the person's own, or that home lists.

import { OWN_ID } from 'src/model/query/screenFilters.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

export const isOwnWork = ({ count, personal, search }: Screen): boolean =>
  count === true &&
  (personal === true ||
    Object.values(search?.must ?? {})
      .flat()
      .includes(OWN_ID));

export const isWork = (screen: Screen): boolean => isOwnWork(screen) || (screen.home === true && screen.count === true);
