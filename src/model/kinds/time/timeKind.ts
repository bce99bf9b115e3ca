// A time of any day, `14:30`, without a zone.

import { measured, type Kind } from 'src/model/kinds/Kind.ts';

export const timeKind: Kind = {
  ...measured('time'),
  time: 'clock',
};
