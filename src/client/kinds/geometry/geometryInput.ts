// Controls for values of the kind `geometry` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const geometryInput: KindInput = { composite: true, compared: COMPARED.presence };
