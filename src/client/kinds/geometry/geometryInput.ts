// The small control of the kind `geometry` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const geometryInput: KindInput = { control: undefined, compared: COMPARED.presence };
