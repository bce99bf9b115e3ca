// Declaration, formats, limits, examples and export cells of the kind `object`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const objectCodec: KindCodec = {
  ...plainCodec,
  declared: { type: 'object' },
  sortable: false,
  filter: false,
  label: false,
  // Cells and examples are made of those of its members.
  cell: () => null,
  example: () => ({}),
  broken: ['plain', 'errors.wrongType'],
};
