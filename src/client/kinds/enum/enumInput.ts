// The small control of the kind `enum` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { ChoiceControl } from 'src/client/kinds/plainControls.tsx';

export const enumInput: KindInput = {
  control: ChoiceControl,
  choices: ({ messages, type, property: { name, values = [] } }) =>
    values.map((key) => [key, messages.find(`types.${type}.enum.${name}.${key}`) ?? key]),
  compared: COMPARED.choice,
};
