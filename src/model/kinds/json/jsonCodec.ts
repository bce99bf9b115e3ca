// Declaration, examples and export cells of the kind `json`.

import type { Json } from 'src/model/item/Item.ts';
import { exampleWord, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

/** Returns the parsed object; text that is no JSON is returned unchanged. */
const parsedObject = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

export const jsonCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'x-json' },
  sortable: false,
  filter: false,
  label: false,
  cell: (value) => JSON.stringify(value),
  parse: parsedObject,
  example: (_, { seed }) => ({
    word: exampleWord(seed),
    counts: [seed, 0.5],
    nested: { empty: {}, text: ' as typed ' },
  }),
  broken: ['plain', 'errors.wrongType'],
};
