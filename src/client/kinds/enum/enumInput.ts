// Controls for values of the kind `enum` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const enumInput: KindInput = {
  choices: ({ messages, type, property: { name, values = [] } }) =>
    values.map((key) => [key, messages.find(`types.${type}.enum.${name}.${key}`) ?? key]),
  compared: COMPARED.choice,
};
