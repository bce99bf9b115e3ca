// The small control of the kind `partialDate` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { partialDateTyping } from 'src/client/kinds/partialDate/partialDateTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';

export const partialDateInput: KindInput = { control: typedControl(partialDateTyping), compared: COMPARED.equality };
