// A time of any day, `14:30`, without a zone.

import { measuredKind, type Kind } from 'src/model/kinds/Kind.ts';

export const timeKind: Kind = {
  ...measuredKind('time'),
  time: 'clock',
};
