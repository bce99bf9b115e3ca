// Declaration, formats, limits, examples and export cells of the kind `level`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const levelCodec: KindCodec = {
  ...plainCodec,
  declared: { definition: 'Level' },
  form: { widget: 'level' },
  cell: (value, _, { words }) => words.named(`levels.${String(value)}`, String(value)),
  example: () => 'COMMUNITY',
  broken: ['SECRET', 'errors.invalidChoice'],
};
