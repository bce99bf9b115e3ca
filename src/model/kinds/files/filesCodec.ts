// Declaration, formats, limits, examples and export cells of the kind `files`.

import { labelCell, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const filesCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'x-files' },
  sortable: false,
  label: false,
  form: { field: 'list' },
  cell: labelCell,
  example: () => 'Attachment-1',
  broken: ['nowhere', 'errors.invalidId'],
};
