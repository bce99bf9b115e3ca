import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { foldText } from 'src/model/text/foldText.ts';
import { exactToken, foldedTokens } from 'src/model/query/searchText.ts';

// Names of languages in their own language, as neutral words in each script.
const CORPUS: readonly (readonly [string, string])[] = [
  ['hən̓q̓əmin̓əm̓', 'henqeminem'],
  ['SENĆOŦEN', 'sencoten'],
  ['Nuučaan̓uɫ', 'nuucaanul'],
  ['Dakelh', 'dakelh'],
  ['nēhiyawēwin', 'nehiyawewin'],
  ['ᓀᐦᐃᔭᐍᐏᐣ', 'ᓀᐦᐃᔭᐍᐏᐣ'],
  ['Inuktut', 'inuktut'],
  ['ᐃᓄᒃᑑᑦ', 'ᐃᓄᒃᑐᑦ'],
  ['Tłı̨chǫ', 'tlicho'],
  ['Sḵwx̱wú7mesh', 'skwxwu7mesh'],
  ['k̲wak̓wala', 'kwakwala'],
  ["don't", 'dont'],
  ['  two\t words ', 'two words'],
  ['İstanbul', 'istanbul'],
];

describe('foldText', () => {
  it.each(CORPUS)('folds %s to what a novice types: %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('gives one form for every way to write an apostrophe or an accent', () => {
    const spellings = [
      "hən'q'əmin'əm'",
      'hən’q’əmin’əm’',
      'hənʼqʼəminʼəmʼ',
      'henqeminem',
      'HƏN̓Q̓ƏMIN̓ƏM̓',
      'hən̓q̓əmin̓əm̓'.normalize('NFD'),
    ];
    expect(new Set(spellings.map(foldText))).toEqual(new Set(['henqeminem']));
    expect(foldText('ḵ')).toBe(foldText('k\u0332'));
  });

  it('folds ASCII texts like others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(foldText(`x${text}`)).toBe(foldText(`x\u0301${text}`));
      }),
    );
  });

  it('folds each word of a text for itself, as often as it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const folded = words.map(foldText).filter((word) => word !== '');
        expect(foldText([...words, ...words].join('\n '))).toBe([...folded, ...folded].join(' '));
      }),
    );
  });

  it('folded once is folded for good, and never longer of spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded).toBe(folded.trim());
      }),
    );
  });
});

describe('foldedWords', () => {
  it('splits at what is no letter, mark or digit of any script', () => {
    expect(foldedTokens('ᓀᐦᐃᔭᐍᐏᐣ, the Tłı̨chǫ (PB 12.3) — 1999/2000')).toEqual([
      'ᓀᐦᐃᔭᐍᐏᐣ',
      'the',
      'tlicho',
      'pb',
      '12',
      '3',
      '1999',
      '2000',
    ]);
    expect(foldedTokens(' … ')).toEqual([]);
  });

  it('keeps a whole code as one word', () => {
    expect(exactToken(' PB 12.3 ')).toBe('=pb 12.3');
  });
});
