// A date that may be uncertain, incomplete or unknown: `1910~`, `191X`, `1910/1915`, `1987-05-03`.

import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';
import { datedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const approximateDateKind: Kind = {
  ...datedKind('date'),
  time: 'period',
  span: daySpan,
};
