// The small control of the kind `boolean` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { choiceControl } from 'src/client/kinds/plainControls.tsx';

export const booleanInput: KindInput = {
  control: choiceControl((key) => key === 'true'),
  choices: ({ messages }) => [
    ['true', messages.format('forms.yes')],
    ['false', messages.format('forms.no')],
  ],
  compared: COMPARED.equality,
};
