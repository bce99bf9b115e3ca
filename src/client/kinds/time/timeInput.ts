// How values of the kind `time` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const timeInput: KindInput = { compared: COMPARED.equality };
