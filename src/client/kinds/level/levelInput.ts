// The small control of the kind `level` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { ChoiceControl } from 'src/client/kinds/plainControls.tsx';
import { LEVELS } from 'src/model/access/levels.ts';

export const levelInput: KindInput = {
  control: ChoiceControl,
  choices: ({ messages }) => LEVELS.map((level) => [level, messages.format(`levels.${level}`)]),
  compared: COMPARED.choice,
};
