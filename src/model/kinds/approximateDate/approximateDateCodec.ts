// How a declaration gives the kind `partialDate`, and its formats, limits, examples and export cells.

import { DATE_BUCKETS, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';
import { isDate } from 'src/model/kinds/date/dateCodec.ts';

/** `1987`, `1987-05` or `1987-05-03`. */
const isPartialDate = (text: string): boolean => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text) || isDate(text);

export const partialDateCodec: KindCodec = {
  ...plainCodec,
  declared: { definition: 'PartialDate' },
  bucketUnits: DATE_BUCKETS,
  folder: true,
  form: { widget: 'partialDate' },
  formats: { 'partial-date': { accepts: isPartialDate, message: 'errors.invalidPartialDate' } },
  cell: (value, _, { words }) => words.date(String(value)),
  exact: 'day',
  example: (_, { seed }) => ['1987', '1987-05', '1987-05-03'][seed % 3] ?? '1987',
  broken: ['1987-13', 'errors.invalidPartialDate'],
};
