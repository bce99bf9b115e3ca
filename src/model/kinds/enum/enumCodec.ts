// Declaration, formats, limits, examples and export cells of the kind `enum`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const enumCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'enum' },
  form: { widget: 'select', manyWidget: 'multiSelect' },
  cell: (value, { type, path }, { words }) => words.named(`types.${type}.enum.${path}.${String(value)}`, String(value)),
  example: ({ values = [] }, { seed }) => values[seed % values.length] ?? '',
  broken: ['NO_SUCH_CHOICE', 'errors.invalidChoice'],
};
