// Controls for values of the kind `approximateDate` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { DAY_RANGE } from 'src/client/kinds/rangeEnds.tsx';

export const approximateDateInput: KindInput = { compared: COMPARED.span, range: DAY_RANGE };
