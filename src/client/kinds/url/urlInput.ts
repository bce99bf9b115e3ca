// The small control of the kind `url` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { textControl } from 'src/client/kinds/plainControls.tsx';

export const urlInput: KindInput = { control: textControl('url'), compared: COMPARED.equality };
