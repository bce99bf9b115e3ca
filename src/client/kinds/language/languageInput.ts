// Controls for values of the kind `language` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const languageInput: KindInput = { compared: COMPARED.equality };
