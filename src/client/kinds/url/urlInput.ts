// Controls for values of the kind `url` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const urlInput: KindInput = { compared: COMPARED.equality };
