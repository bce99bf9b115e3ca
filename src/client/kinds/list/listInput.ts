// The small control of the kind `list` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { ChoiceControl } from 'src/client/kinds/plainControls.tsx';

export const listInput: KindInput = {
  control: ChoiceControl,
  choices: ({ client: { lists }, property: { list }, owners, withEnded = false }) => {
    const valuesOf = (owner: string) =>
      (lists.values(list?.list ?? '', owner) ?? []).filter(({ state }) => withEnded || state === 'ACTIVE');
    const [first = [], ...others] = owners.map(valuesOf);
    return first
      .filter(({ key }) => others.every((values) => values.some((value) => value.key === key)))
      .map(({ key, label }) => [key, label]);
  },
  compared: COMPARED.choice,
};
