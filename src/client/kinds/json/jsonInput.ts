// Controls for values of the kind `json` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const jsonInput: KindInput = { composite: true, compared: COMPARED.presence };
