// Declaration, formats, limits, examples and export cells of the kind `language`.

import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const languageCodec: KindCodec = {
  ...plainCodec,
  declared: { definition: 'LanguageText', keyword: 'x-text', value: 'language' },
  folder: true,
  form: { field: 'single' },
  example: (_, { seed }) => `ʔa ${exampleWord(seed)} x̌ʷ`,
};
