// Controls for values of the kind `email` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const emailInput: KindInput = { compared: COMPARED.equality };
