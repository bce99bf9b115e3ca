// Controls for values of the kind `files` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const filesInput: KindInput = { composite: true, compared: COMPARED.presence };
