// Controls for values of the kind `dateTime` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { DAY_RANGE } from 'src/client/kinds/rangeEnds.tsx';

export const dateTimeInput: KindInput = { compared: COMPARED.date, range: DAY_RANGE };
