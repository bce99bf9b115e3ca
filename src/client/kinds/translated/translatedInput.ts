// Controls for values of the kind `translated` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const translatedInput: KindInput = { composite: true, compared: COMPARED.presence };
