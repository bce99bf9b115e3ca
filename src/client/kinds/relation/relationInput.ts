// Controls for values of the kind `relation` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const relationInput: KindInput = { compared: COMPARED.presence };
