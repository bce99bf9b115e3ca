// The small control of the kind `object` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const objectInput: KindInput = { control: undefined, compared: COMPARED.presence };
