import { describe, expect, it } from 'vitest';
import { queryWords } from 'src/model/query/searchText.ts';
import { excerptOf, markedText, wordsMissing } from 'src/model/text/markedText.ts';

const marked = (text: string, typed: string): string =>
  markedText(text, queryWords(typed))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('words that a search found', () => {
  it.each([
    ['Making a canoe, side A', 'can', 'Making a [can]oe, side A'],
    ['Making a canoe, side A', 'can side', 'Making a canoe, [side] A'],
    ['Tłı̨chǫ songs of the Tłı̨chǫ', 'tlicho songs', '[Tłı̨chǫ] [songs] of the [Tłı̨chǫ]'],
    ['ʔámsuqʷną̀ (canoe)', 'amsuqwna', '[ʔámsuqʷną̀] (canoe)'],
    ['k̓ʷə́yəx', 'kweyex', '[k̓ʷə́yəx]'],
    ['SENĆOŦEN', 'senco', '[SENĆO]ŦEN'],
    ['ᐃᓄᒃᑎᑐᑦ', 'ᐃᓄᒃ', '[ᐃᓄᒃ]ᑎᑐᑦ'],
    ['PB 12.3', 'pb 12', '[PB] [12].3'],
    ['nothing here', 'zebra', 'nothing here'],
    ['nothing typed', '*', 'nothing typed'],
  ])('[SRCH-03] marks in %s what %s finds, between graphemes only', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
    expect(
      markedText(text, queryWords(typed))
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('[SRCH-01] marks the similar words that replace a typed one, and finds one of them enough', () => {
    const words = ['family', ['kettlewell', 'kettleweld']];
    const parts = markedText('Kettlewells: a family', words);
    expect(parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')).toBe(
      '[Kettlewell]s: a [family]',
    );
    expect(wordsMissing('The Kettleweld family', words)).toEqual([]);
    expect(wordsMissing('The family', words)).toEqual([['kettlewell', 'kettleweld']]);
    expect(excerptOf('Sold by Kettlewell', [['kettlewell', 'kettleweld']])).toBe('Sold by Kettlewell');
  });

  it('tells which words a title lacks, the last one being a beginning', () => {
    expect(wordsMissing('Łakę of the north', queryWords('lake nor'))).toEqual([]);
    expect(wordsMissing('Łakę of the north', queryWords('lak nor'))).toEqual(['lak']);
  });

  it('cuts a long text around the first word found, between words', () => {
    const long = `${'one two '.repeat(30)}canoe ${'three four '.repeat(30)}`.trim();
    const excerpt = excerptOf(long, ['canoe']) ?? '';
    expect(excerpt.length).toBeLessThan(200);
    expect(excerpt).toMatch(/^… \S.* canoe .*\S …$/u);
    expect(excerptOf('A canoe', ['canoe'])).toBe('A canoe');
    expect(excerptOf(long, ['zebra'])).toBeUndefined();
  });
});
