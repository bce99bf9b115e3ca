// Declaration, formats, limits, examples and export cells of the kind `approximateDate`.

import { DATE_BUCKETS, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';
import { dateInWords } from 'src/model/kinds/approximateDate/dateInWords.ts';
import { checkedDate, edtfText } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { readTypedDate } from 'src/model/kinds/approximateDate/readTypedDate.ts';

/** They overlap, so that no end is before its start. */
const EXAMPLES = ['1987', '1987-05', '1987-05-03', '1987~', '198X', '1987-21', '1987/1989', '../1988', '1987?'];

export const approximateDateCodec: KindCodec = {
  ...plainCodec,
  declared: { definition: 'ApproximateDate' },
  bucketUnits: DATE_BUCKETS,
  // The stored form is not for people.
  label: false,
  form: { widget: 'approximateDate' },
  formats: {
    'approximate-date': {
      accepts: (text) => checkedDate(text) !== undefined,
      message: 'errors.dates.invalid',
    },
  },
  cell: (value, _, { words }) => dateInWords(String(value), words),
  exact: 'day',
  exactText: (text) => {
    const date = checkedDate(text);
    return date ? edtfText(date) : text;
  },
  parse: (text, reader) => (reader && readTypedDate(text, reader)) ?? text,
  example: (_, { seed }) => EXAMPLES[seed % EXAMPLES.length] ?? '1987',
  broken: ['1987-13', 'errors.dates.invalid'],
};
