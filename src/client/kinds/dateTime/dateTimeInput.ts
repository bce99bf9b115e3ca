// The small control of the kind `dateTime` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { dateTimeTyping } from 'src/client/kinds/dateTime/dateTimeTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';

export const dateTimeInput: KindInput = { control: typedControl(dateTimeTyping), compared: COMPARED.date };
