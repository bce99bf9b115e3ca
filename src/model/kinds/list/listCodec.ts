// Declaration, formats, limits, examples and export cells of the kind `list`.

import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const listCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'x-list' },
  sortable: false,
  form: { field: 'list' },
  cell: (value, { property: { list }, item }, { words, listText }) => {
    const key = String(value);
    if (isOther(key)) return otherText(key) || words.format('forms.otherValue');
    return list ? listText(list, item, key) : key;
  },
  example: ({ list }, { seed, keysOf }) => {
    const keys = keysOf(list?.list ?? '');
    return keys[seed % Math.max(keys.length, 1)] ?? 'OTHER';
  },
};
