// The small control of the kind `integer` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { NumberControl } from 'src/client/kinds/plainControls.tsx';

export const integerInput: KindInput = { control: NumberControl, compared: COMPARED.number };
