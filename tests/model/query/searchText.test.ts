// The words that count in a typed search.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { searchTokens } from 'src/model/query/searchText.ts';

describe('searchTokens', () => {
  it('[SRCH-03] drops tokens that consist only of wildcards and tokens ending in a colon', () => {
    expect(searchTokens('** title: red? ?* fox %_')).toEqual(['red?', 'fox']);
  });

  it('[SRCH-03] ignores tokens under two characters, counted without punctuation', () => {
    expect(searchTokens('a é "b" ok x. 👍🏽')).toEqual(['ok']);
    expect(searchTokens('é́a')).toEqual(['é́a']);
  });

  it('[SRCH-03] gives no token that the rules forbid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const token of searchTokens(text)) {
          expect(token).not.toMatch(/\s/u);
          expect(token.endsWith(':')).toBe(false);
          expect([...token].length).toBeGreaterThanOrEqual(2);
        }
      }),
    );
  });
});
