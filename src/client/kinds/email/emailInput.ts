// How values of the kind `email` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const emailInput: KindInput = { compared: COMPARED.equality };
