import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const languageCodec: KindCodec = {
  ...plainCodec,
  example: (_, { seed }) => `ʔa ${exampleWord(seed)} x̌ʷ`,
};
