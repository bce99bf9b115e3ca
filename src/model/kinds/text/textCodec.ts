// Declaration, formats, limits, examples and export cells of the kind `text`.

import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

/** Returns the first candidate that matches the pattern. Declared patterns are few and simple. */
const patterned = (pattern: string, seed: number): string => {
  const word = exampleWord(seed);
  const candidates = [word.toUpperCase(), word, 'A1', '0123456789abcdef0123456789abcdef', '12345', 'en'];
  return candidates.find((each) => new RegExp(pattern, 'u').test(each)) ?? word;
};

export const exampleText: KindCodec['example'] = (
  { name, maxLength = 200, minLength = 0, pattern, capability },
  { seed, capabilities },
) => {
  if (capability) return capabilities[seed % capabilities.length] ?? '';
  if (pattern !== undefined) return patterned(pattern, seed);
  // Days are counted by it, so it must be a time zone that exists.
  if (name === 'timeZone') return 'UTC';
  const plain = `${exampleWord(seed)} ${name.replace(/^[$_]/, '')}`.slice(0, maxLength);
  return plain.padEnd(minLength, '-');
};

export const textCodec: KindCodec = {
  ...plainCodec,
  declared: { type: 'string' },
  folder: true,
  formats: { 'item-id': { accepts: (text) => tryParseItemId(text) !== undefined, message: 'errors.invalidId' } },
  cell: (value, { property }, { words }) =>
    property.capability ? words.named(`capabilities.${String(value)}`, String(value)) : String(value),
  example: exampleText,
};
