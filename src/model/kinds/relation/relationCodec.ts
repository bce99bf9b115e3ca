// Declaration, formats, limits, examples and export cells of the kind `relation`.

import { labelCell, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const relationCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'x-rel' },
  sortable: false,
  folder: true,
  form: { field: 'list' },
  cell: labelCell,
  example: ({ rel }, { ownerType }) => {
    const [first = '*'] = rel?.to ?? [];
    return `${first === '$owner' || first === '*' ? ownerType : first}-1`;
  },
  broken: ['nowhere', 'errors.invalidId'],
};
