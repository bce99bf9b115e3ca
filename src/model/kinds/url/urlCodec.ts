// Declaration, formats, limits, examples and export cells of the kind `url`.

import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

/** http or https, a host, no user name or password. */
const URL_PATTERN = /^https?:\/\/(?:[^\s/?#@:[\]\\<>"]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i;

export const urlCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  form: { widget: 'url' },
  formats: { uri: { accepts: (text) => URL_PATTERN.test(text), message: 'errors.invalidURL' } },
  example: (_, { seed }) => `https://example.org/${exampleWord(seed)}`,
  broken: ['ftp://example.org', 'errors.invalidURL'],
};
