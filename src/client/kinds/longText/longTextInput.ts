// How values of the kind `longText` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const longTextInput: KindInput = { compared: COMPARED.equality };
