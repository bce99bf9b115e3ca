// The small control of the kind `language` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { TextControl } from 'src/client/kinds/plainControls.tsx';

export const languageInput: KindInput = { control: TextControl, compared: COMPARED.equality };
