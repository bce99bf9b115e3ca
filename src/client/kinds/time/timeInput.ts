// The small control of the kind `time` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { timeTyping } from 'src/client/kinds/time/timeTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';

export const timeInput: KindInput = { control: typedControl(timeTyping), compared: COMPARED.equality };
