// A day of the calendar, `2024-02-29`.

import { dated, type Kind } from 'src/model/kinds/Kind.ts';

export const dateKind: Kind = {
  ...dated('date'),
  time: 'day',
};
