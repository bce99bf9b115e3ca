import { expect, it } from 'vitest';
import { readValue, writeValue } from 'src/model/query/facetValues.ts';

it('[SRCH-04] keeps words that begin as a number does, written with or without quotes', () => {
  for (const text of ['1812-14', '2nd landing', '-', '007', '1k_2m_3n_4p', 'north', 'true north'])
    expect([readValue(text), readValue(writeValue(text))]).toEqual([text, text]);
  // A text is a number only as a whole.
  for (const value of [7, -1.5, true, { from: 1812, to: 1814 }]) expect(readValue(writeValue(value))).toEqual(value);
  expect([readValue('"7"'), readValue('{"from":'), readValue('1\u0000')]).toEqual(['7', undefined, undefined]);
});
