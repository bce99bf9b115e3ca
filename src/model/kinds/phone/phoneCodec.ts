// Declaration, formats, limits, examples and export cells of the kind `phone`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

/** At least 7 digits, spaces or dashes, among them a digit; an extension may follow: `604 555-0134 ext 12`. */
const isPhone = (text: string): boolean =>
  /^\+?[\d\s().-]{7,40}(?:,?(?:ext|x|#)[.:]?\s?\d{1,8})?$/i.test(text) && /\d/.test(text);

export const phoneCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  form: { widget: 'phone' },
  formats: { phone: { accepts: isPhone, message: 'errors.invalidPhone' } },
  example: (_, { seed }) => `604 555-01${String(10 + (seed % 90))}`,
  broken: ['123', 'errors.invalidPhone'],
};
