// Texts in the search worker: postings, words by beginning and with typing errors, restricted parts, and changed texts.

import { describe, expect, it } from 'vitest';
import { countBits, rowsOfBits } from 'src/server/search/columns/bits.ts';
import { askedText } from 'src/server/search/text/askedText.ts';
import { isNear, letterMask, mayBeNear } from 'src/server/search/text/nearWords.ts';
import { Postings } from 'src/server/search/text/Postings.ts';
import { TextIndex, type PartText } from 'src/server/search/text/TextIndex.ts';
import {
  labelDocuments,
  Reader,
  rowsOfDocuments,
  textDocuments,
  wordDocuments,
} from 'src/server/search/text/textMatches.ts';
import { fc } from 'tests/properties.ts';

const rowsIn = (bits: Uint32Array): number[] => [...rowsOfBits(bits, countBits(bits))];
const everyone = (): boolean => true;

const put = (index: TextIndex, row: number, text: string, parts: readonly PartText[] = []): void =>
  index.put(row, { words: text.split(' ').join('\n'), label: text, parts });

const found = (index: TextIndex, text: string, canRead: (acl: number) => boolean = everyone): number[] => {
  const asked = askedText(text);
  if (!asked) return [];
  const reader = new Reader(index, canRead);
  const documents = textDocuments(reader, asked, (word) => wordDocuments(reader, word));
  return rowsIn(rowsOfDocuments(index, documents, 1000));
};

describe('postings', () => {
  it('return the documents of each word, few or many', () => {
    const words = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (documents, times) => {
        const postings = new Postings();
        const expected = new Map<number, Set<number>>();
        let document = 0;
        for (let round = 0; round < times; round++)
          for (const each of documents) {
            for (const word of each) {
              postings.add(word, document);
              expected.set(word, (expected.get(word) ?? new Set()).add(document));
            }
            document += 1;
          }
        for (const [word, numbers] of expected) {
          const bits = new Uint32Array((document >> 5) + 1);
          postings.addTo(word, bits);
          expect(rowsIn(bits)).toEqual([...numbers]);
          expect(postings.has(word)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep gaps of every size', () => {
    const postings = new Postings();
    const numbers = [0, 1, 127, 128, 129, 16_384, 16_513, 2_097_152, 50_000_000];
    for (const number of numbers) postings.add(3, number);
    const bits = new Uint32Array((50_000_000 >> 5) + 1);
    postings.addTo(3, bits);
    expect(rowsIn(bits)).toEqual(numbers);
  });
});

describe('[SRCH-01] the texts of a table', () => {
  it('match all words, the last one by its beginning', () => {
    const index = new TextIndex();
    put(index, 1, 'cedar basket');
    put(index, 2, 'cedar canoe');
    put(index, 5, 'birch basket');
    expect(found(index, 'cedar')).toEqual([1, 2]);
    expect(found(index, 'cedar bas')).toEqual([1]);
    expect(found(index, 'bask')).toEqual([1, 5]);
    expect(found(index, 'ced basket')).toEqual([]);
  });

  it('match an exact value as a whole', () => {
    const index = new TextIndex();
    index.put(1, { words: '=pb 12.3\npb\n12\n3', label: '', parts: [] });
    index.put(2, { words: '=pb 12.34\npb\n12\n34', label: '', parts: [] });
    expect(found(index, 'pb 12.3')).toEqual([1, 2]);
    expect(found(index, 'PB 12.34')).toEqual([2]);
  });

  it('[PERM-01] match an exact value of a part only for its readers, also after former texts were removed', () => {
    const index = new TextIndex();
    const valuesOf = (row: number): PartText[] => [[7, `=kk ${row}`]];
    for (let round = 0; round < 20; round++)
      for (let row = 0; row < 400; row++)
        index.put(row, { words: `=pb ${row}\npb\nround${round}`, label: '', parts: valuesOf(row) });
    const readsSeven = (acl: number): boolean => acl === 7;
    const check = (): void => {
      expect(found(index, 'pb 12')).toEqual([12]);
      expect(found(index, 'kk 12', readsSeven)).toEqual([12]);
      expect(found(index, 'kk 12', () => false)).toEqual([]);
    };
    check();
    expect(index.needsCompaction).toBe(true);
    while (index.needsCompaction) index.compact(0);
    expect(index.documents).toBe(400);
    check();
  });

  it('forget a former text, and keep a text that did not change', () => {
    const index = new TextIndex();
    put(index, 1, 'cedar basket');
    put(index, 1, 'cedar basket');
    expect(index.documents).toBe(1);
    put(index, 1, 'birch basket');
    expect(found(index, 'cedar')).toEqual([]);
    expect(found(index, 'birch')).toEqual([1]);
    index.remove(1);
    expect(found(index, 'birch')).toEqual([]);
    put(index, 1, 'willow');
    expect(found(index, 'willow')).toEqual([1]);
  });

  it('[PERM-01] count words of a part only for its readers, together with those of the item', () => {
    const index = new TextIndex();
    put(index, 1, 'cedar basket', [[7, 'secret\nplace']]);
    const readsSeven = (acl: number): boolean => acl === 7;
    expect(found(index, 'secret')).toEqual([1]);
    expect(found(index, 'cedar secret', readsSeven)).toEqual([1]);
    expect(found(index, 'secret', () => false)).toEqual([]);
    put(index, 1, 'cedar basket', [[8, 'secret\nplace']]);
    expect(index.documents).toBe(1);
    expect(found(index, 'secret', readsSeven)).toEqual([]);
    index.restrict(1, 7);
    expect(found(index, 'secret', readsSeven)).toEqual([1]);
    index.replaceAcls((acl) => acl + 1);
    expect(found(index, 'secret', readsSeven)).toEqual([]);
  });

  it('remove former texts step by step, while texts change', () => {
    const index = new TextIndex();
    const ROWS = 400;
    const wordOf = (row: number, round: number): string => `round${round} row${row} every`;
    for (let round = 0; round < 20; round++)
      for (let row = 0; row < ROWS; row++) put(index, row, wordOf(row, round), [[row % 3, `part${round}`]]);
    expect(index.needsCompaction).toBe(true);
    index.compact(0);
    put(index, 7, 'changed meanwhile', [[1, 'partnew']]);
    put(index, 10, 'closed meanwhile', [[2, 'partclosed']]);
    index.restrict(10, 9);
    index.remove(8);
    put(index, ROWS, 'added meanwhile');
    for (let steps = 0; index.needsCompaction; steps++) {
      index.compact(0);
      if (steps > 2000) throw new Error('never ends');
    }
    expect(index.documents).toBeLessThan(ROWS + 5);
    expect(found(index, 'round3')).toEqual([]);
    expect(found(index, 'every')).toHaveLength(ROWS - 3);
    expect(found(index, 'changed meanwhile')).toEqual([7]);
    expect(found(index, 'added')).toEqual([ROWS]);
    expect(found(index, 'row8 every')).toEqual([]);
    const readsOne = (acl: number): boolean => acl === 1;
    expect(found(index, 'partnew', readsOne)).toEqual([7]);
    expect(found(index, 'part19', readsOne)).toHaveLength(131);
    expect(found(index, 'partclosed', (acl) => acl === 2)).toEqual([]);
    expect(found(index, 'partclosed', (acl) => acl === 9)).toEqual([10]);
    put(index, 9, 'round19 row9 every', [[5, 'part19']]);
    expect(found(index, 'part19 row9', (acl) => acl === 5)).toEqual([9]);
  });

  it('find labels by the beginnings of their words', () => {
    const index = new TextIndex();
    put(index, 1, 'cedar basket');
    put(index, 2, 'a cedar canoe');
    expect(rowsIn(labelDocuments(index, ['ced', 'ba']))).toEqual([0]);
    expect(rowsIn(labelDocuments(index, ['ced']))).toEqual([0, 1]);
  });

  it('find the beginnings of new words among many', () => {
    const index = new TextIndex();
    for (let row = 0; row < 900; row++) put(index, row, `word${row} shared`);
    expect(found(index, 'word12')).toEqual([12, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129]);
    put(index, 950, 'word12new');
    expect(found(index, 'word12')).toContain(950);
    expect(found(index, 'shared')).toHaveLength(900);
  });
});

describe('typing errors', () => {
  const near = (typed: string, word: string, begins = false): boolean =>
    mayBeNear(typed, letterMask(typed), { length: word.length, mask: letterMask(word) }, begins) &&
    isNear(typed, word, begins);

  it('are forgiven: one from five letters, two from nine', () => {
    expect(near('salmn', 'salmon')).toBe(true);
    expect(near('slamon', 'salmon')).toBe(true);
    expect(near('salmom', 'salmon')).toBe(true);
    expect(near('salmoon', 'salmon')).toBe(true);
    expect(near('samlno', 'salmon')).toBe(false);
    expect(near('rivr', 'river')).toBe(false);
    expect(near('headwters', 'headwaters')).toBe(true);
    expect(near('hedwaterz', 'headwaters')).toBe(true);
    expect(near('hedwatrz', 'headwaters')).toBe(false);
  });

  it('are forgiven in the beginning of a longer word', () => {
    expect(near('headwt', 'headwaters', true)).toBe(true);
    expect(near('salmn', 'salmonberries', true)).toBe(true);
    expect(near('salmn', 'salmonberries')).toBe(false);
  });

  it('the first comparison never leaves out a near word', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ᐊ'), minLength: 4, maxLength: 11 });
    fc.assert(
      fc.property(letters, letters, fc.boolean(), (typed, word, begins) => {
        if (typed.length >= 5 && isNear(typed, word, begins)) expect(near(typed, word, begins)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
