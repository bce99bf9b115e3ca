// Controls for values of the kind `number` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const numberInput: KindInput = { compared: COMPARED.number };
