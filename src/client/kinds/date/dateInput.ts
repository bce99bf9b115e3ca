// The small control of the kind `date` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { dateTyping } from 'src/client/kinds/date/dateTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';

export const dateInput: KindInput = { control: typedControl(dateTyping), compared: COMPARED.date };
