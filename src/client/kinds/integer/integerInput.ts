// Controls for values of the kind `integer` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { WHOLE_NUMBER_RANGE } from 'src/client/kinds/rangeEnds.tsx';

export const integerInput: KindInput = { compared: COMPARED.number, range: WHOLE_NUMBER_RANGE };
