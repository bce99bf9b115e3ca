// Controls for values of the kind `time` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const timeInput: KindInput = { compared: COMPARED.equality };
