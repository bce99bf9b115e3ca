// The small control of the kind `email` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { textControl } from 'src/client/kinds/plainControls.tsx';

export const emailInput: KindInput = { control: textControl('email'), compared: COMPARED.equality };
