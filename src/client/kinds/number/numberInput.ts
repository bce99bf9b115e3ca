// How values of the kind `number` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const numberInput: KindInput = { compared: COMPARED.number };
