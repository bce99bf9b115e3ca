// Controls for values of the kind `text` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const textInput: KindInput = { compared: COMPARED.equality };
