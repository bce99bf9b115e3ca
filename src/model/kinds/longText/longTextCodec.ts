// Declaration, formats, limits, examples and export cells of the kind `longText`.

import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';
import { exampleText } from 'src/model/kinds/text/textCodec.ts';

/** Any text but control characters other than line breaks and tabs. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const isMultiline = (text: string): boolean => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);

export const longTextCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  filter: false,
  form: { widget: 'textarea' },
  formats: { multiline: { accepts: isMultiline, message: 'errors.invalidText' } },
  example: (property, context) => `${String(exampleText(property, context))}\n${exampleWord(context.seed + 1)}`,
};
