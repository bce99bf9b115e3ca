import { parseNumber, plainCodec, withinLimits, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const integerCodec: KindCodec = {
  ...plainCodec,
  parse: parseNumber,
  example: (property, { seed }) => withinLimits(property, 10 + seed),
  broken: [1.5, 'errors.number.integer'],
};
