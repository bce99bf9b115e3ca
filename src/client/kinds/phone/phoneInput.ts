// Controls for values of the kind `phone` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const phoneInput: KindInput = { compared: COMPARED.equality };
