// Declaration, formats, limits, examples and export cells of the kind `number`.

import { parseNumber, plainCodec, withinLimits, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const numberCodec: KindCodec = {
  ...plainCodec,
  declared: { type: 'number' },
  cellType: 'number',
  bucketUnits: ['number'],
  parse: parseNumber,
  example: (property, { seed }) => withinLimits(property, 10.5 + seed),
  broken: ['many', 'errors.number.float'],
};
