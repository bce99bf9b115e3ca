// Declaration, formats, limits, examples and export cells of the kind `boolean`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const YES_WORDS: readonly string[] = ['true', 'yes', 'y', '1', 't'];
const NO_WORDS: readonly string[] = ['false', 'no', 'n', '0', 'f'];

export const booleanCodec: KindCodec = {
  ...plainCodec,
  declared: { type: 'boolean' },
  cellType: 'boolean',
  form: { widget: 'switch' },
  cell: (value, _, { words }) => words.format(value === true ? 'forms.yes' : 'forms.no'),
  parse: (text) => {
    const word = text.toLowerCase();
    if (YES_WORDS.includes(word)) return true;
    return NO_WORDS.includes(word) ? false : text;
  },
  example: (_, { seed }) => seed % 2 === 0,
  broken: ['yes', 'errors.wrongType'],
};
