// Declaration, formats, limits, examples and export cells of the kind `translated`.

import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';
import { bestTranslation } from 'src/model/text/translations.ts';

export const translatedCodec: KindCodec = {
  ...plainCodec,
  declared: { definition: 'TranslatedText', keyword: 'x-text', value: 'translated' },
  folder: true,
  form: { field: 'single' },
  cell: (value, _, { words }) => bestTranslation(value, words.language)?.text ?? null,
  example: (_, { seed }) => ({ en: `${exampleWord(seed)} in English`, fr: `${exampleWord(seed)} en français` }),
  broken: ['plain', 'errors.wrongType'],
};
