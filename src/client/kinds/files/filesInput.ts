// How values of the kind `files` are chosen in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const filesInput: KindInput = { composite: true, compared: COMPARED.presence };
