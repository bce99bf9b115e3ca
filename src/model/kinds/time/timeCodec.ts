// Declaration, formats, limits, examples and export cells of the kind `time`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

/** `14:30` or `14:30:05`, without a zone: the hour on the wall. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

export const timeCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  cellType: 'time',
  form: { widget: 'time' },
  formats: { time: { accepts: isTime, message: 'errors.invalidTime' } },
  example: (_, { seed }) => `${String(10 + (seed % 10))}:30`,
  broken: ['25:00', 'errors.invalidTime'],
};
