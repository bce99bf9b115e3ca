// The small control of the kind `files` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const filesInput: KindInput = { control: undefined, compared: COMPARED.presence };
