// Declaration, formats, limits, examples and export cells of the kind `email`.

import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL_PATTERN = new RegExp(`^[^\\s@"(),:;<>[\\]\\\\]{1,64}@${HOST_LABEL}(?:\\.${HOST_LABEL})+$`, 'iu');

export const isEmail = (text: string): boolean =>
  text.length <= 254 && EMAIL_PATTERN.test(text) && !/^\.|\.\.|\.@/.test(text);

export const emailCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  form: { widget: 'email' },
  formats: { email: { accepts: isEmail, message: 'errors.invalidEmail' } },
  example: (_, { seed }) => `${exampleWord(seed)}@example.org`,
  broken: ['nobody', 'errors.invalidEmail'],
};
