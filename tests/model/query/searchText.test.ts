// The words that count in a typed search.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { searchTokens, typedText } from 'src/model/query/searchText.ts';

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

describe('typedText', () => {
  it('reads phrases, excluded words and the word that may continue', () => {
    expect(typedText('red "Old Fox" -hen de')).toEqual({
      words: ['red', 'old', 'fox', 'de'],
      continues: true,
      phrases: [['old', 'fox']],
      without: ['hen'],
      value: 'red Old Fox de',
    });
    expect(typedText('“one”')).toMatchObject({ words: ['one'], continues: false, phrases: [] });
    expect(typedText('pre-contact - 1910')).toMatchObject({ words: ['pre', 'contact', '1910'], without: [] });
  });

  it('ignores a minus sign without any other word, and a quotation mark without its pair', () => {
    expect(typedText('-hen')).toMatchObject({ words: ['hen'], without: [] });
    expect(typedText('5" nail')).toMatchObject({ words: ['nail'], phrases: [] });
  });
});
