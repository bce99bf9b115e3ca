// Declaration, formats, limits, examples and export cells of the kind `integer`.

import { parseNumber, plainCodec, withinLimits, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const integerCodec: KindCodec = {
  ...plainCodec,
  declared: { type: 'integer' },
  cellType: 'integer',
  bucketUnits: ['year', 'number'],
  folder: true,
  parse: parseNumber,
  example: (property, { seed }) => withinLimits(property, 10 + seed),
  broken: [1.5, 'errors.number.integer'],
};
