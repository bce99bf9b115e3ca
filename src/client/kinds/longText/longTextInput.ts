// The small control of the kind `longText` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { LinesControl } from 'src/client/kinds/plainControls.tsx';

export const longTextInput: KindInput = { control: LinesControl, compared: COMPARED.equality };
