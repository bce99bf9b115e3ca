// Controls for values of the kind `color` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const colorInput: KindInput = { compared: COMPARED.equality };
