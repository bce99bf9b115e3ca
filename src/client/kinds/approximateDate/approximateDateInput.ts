// The small control of the kind `approximateDate` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { approximateDateTyping } from 'src/client/kinds/approximateDate/approximateDateTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';

export const approximateDateInput: KindInput = {
  control: typedControl(approximateDateTyping),
  compared: COMPARED.equality,
};
