// A day of the calendar, `2024-02-29`.

import { datedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const dateKind: Kind = {
  ...datedKind('date'),
  time: 'day',
};
