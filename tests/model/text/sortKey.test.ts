import { describe, expect, it } from 'vitest';
import { sortKey, type Alphabet } from 'src/model/text/sortKey.ts';

const byKey = (texts: readonly string[], alphabet?: Alphabet): string[] =>
  [...texts].sort((a, b) => (sortKey(a, alphabet) < sortKey(b, alphabet) ? -1 : 1));

describe('sortKey', () => {
  it('without an alphabet sorts by base letters, and tells equal ones apart', () => {
    expect(byKey(['zebra', 'Éclair', 'apple', 'eclair', 'Zebra'])).toEqual([
      'apple',
      'eclair',
      'Éclair',
      'Zebra',
      'zebra',
    ]);
  });

  const alphabet: Alphabet = { letters: ['a', 'c', ['c̓', "c'"], 'h', 'k', 'kʷ', 'ʔ', 'x'], ignored: ['-'] };

  it('with one sorts by its letters, the longest first, variants together', () => {
    expect(byKey(['xa', 'ʔa', 'kʷa', 'kxa', 'c̓a', 'cha', 'aa'], alphabet)).toEqual([
      'aa',
      'cha',
      'c̓a',
      'kxa',
      'kʷa',
      'ʔa',
      'xa',
    ]);
    expect(sortKey("c'a", alphabet).split('\u0001')[0]).toBe(sortKey('c̓a', alphabet).split('\u0001')[0]);
    expect(sortKey('a-c', alphabet).split('\u0001')[0]).toBe(sortKey('ac', alphabet).split('\u0001')[0]);
  });

  it('puts letters from outside last', () => {
    expect(byKey(['zza', 'xx', 'ba'], alphabet)).toEqual(['xx', 'ba', 'zza']);
  });
});
