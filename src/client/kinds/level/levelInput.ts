// Controls for values of the kind `level` in conditions, bulk changes and facets.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { LEVELS } from 'src/model/access/levels.ts';

export const levelInput: KindInput = {
  choices: ({ messages }) => LEVELS.map((level) => [level, messages.format(`levels.${level}`)]),
  compared: COMPARED.choice,
};
