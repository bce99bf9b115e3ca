// The small control of the kind `translated` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const translatedInput: KindInput = { control: undefined, compared: COMPARED.presence };
