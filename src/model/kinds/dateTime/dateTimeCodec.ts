// Declaration, formats, limits, examples and export cells of the kind `dateTime`.

import { DATE_BUCKETS, exampleDay, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';
import { isDate } from 'src/model/kinds/date/dateCodec.ts';
import { isTime } from 'src/model/kinds/time/timeCodec.ts';

/** `2024-02-29T14:30:00Z`, with `Z` or an offset. */
const isDateTime = (text: string): boolean => {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(?:Z|[+-](\d\d:\d\d))$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return false;
  return isDate(match[1]) && isTime(match[2]) && (match[3] === undefined || isTime(match[3]));
};

export const dateTimeCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  bucketUnits: DATE_BUCKETS,
  folder: true,
  form: { widget: 'dateTime' },
  formats: { 'date-time': { accepts: isDateTime, message: 'errors.invalidMoment' } },
  cell: (value, _, { words }) => words.moment(String(value)),
  exact: 'moment',
  example: (_, { seed }) => `${exampleDay(seed)}T09:30:00Z`,
  broken: ['yesterday', 'errors.invalidMoment'],
};
