// Controls for values of the kind `date` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { DAY_RANGE } from 'src/client/kinds/rangeEnds.tsx';

export const dateInput: KindInput = { compared: COMPARED.date, range: DAY_RANGE };
