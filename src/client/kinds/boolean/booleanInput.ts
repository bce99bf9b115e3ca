// Controls for values of the kind `boolean` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const booleanInput: KindInput = {
  choices: ({ messages }) => [
    ['true', messages.format('forms.yes')],
    ['false', messages.format('forms.no')],
  ],
  compared: COMPARED.equality,
};
