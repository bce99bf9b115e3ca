// How values of the kind `object` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const objectInput: KindInput = { composite: true, compared: COMPARED.presence };
