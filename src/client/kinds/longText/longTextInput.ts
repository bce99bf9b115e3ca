// Controls for values of the kind `longText` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const longTextInput: KindInput = { compared: COMPARED.equality };
