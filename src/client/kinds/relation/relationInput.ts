// How values of the kind `relation` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const relationInput: KindInput = { compared: COMPARED.presence };
