// Controls for values of the kind `object` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const objectInput: KindInput = { composite: true, compared: COMPARED.presence };
