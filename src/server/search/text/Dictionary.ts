// Words of one table by number. Exact values (call numbers, codes) are often unique, so only their hashes are kept; words are also found by
// their beginning and with typing errors.

import { grown } from 'src/server/search/columns/Lists.ts';
import { isNear, letterMask, mayBeNear } from 'src/server/search/text/nearWords.ts';
import { textHash } from 'src/server/search/text/textHash.ts';

/** First letter of the lexeme of an exact value (model/query/searchText.ts). */
const EXACT = '=';
/** The sorted list is built again when this number of newer words is not in it. */
const MAX_UNSORTED = 4096;

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export class Dictionary {
  private readonly numbers = new Map<string, number>();
  private readonly exact = new Map<number, number>();
  /** Words by number; empty for exact values. */
  private readonly words: string[] = [];
  private masks = new Int32Array(0);
  private sorted: readonly string[] = [];
  /** Words from this number on are not in the sorted list. */
  private unsorted = 0;

  /** Number of words. */
  get size(): number {
    return this.words.length;
  }

  /** Returns the number of a word, or -1. */
  find(word: string): number {
    return (word.startsWith(EXACT) ? this.exact.get(textHash(word)) : this.numbers.get(word)) ?? -1;
  }

  /** Returns the number of a word, which is added if it is new. */
  numberOf(word: string): number {
    const known = this.find(word);
    if (known >= 0) return known;
    const number = this.words.length;
    if (word.startsWith(EXACT)) {
      this.exact.set(textHash(word), number);
      this.words.push('');
      return number;
    }
    this.numbers.set(word, number);
    this.masks = grown(this.masks, Int32Array, number + 1);
    this.masks[number] = letterMask(word);
    return this.words.push(word) - 1;
  }

  word(number: number): string {
    return this.words[number] ?? '';
  }

  /** Returns the numbers of the words that begin with the prefix. */
  beginningWith(prefix: string): number[] {
    if (prefix.startsWith(EXACT)) return [];
    this.sort();
    const found: number[] = [];
    const { sorted } = this;
    for (let at = this.firstFrom(prefix); at < sorted.length && sorted[at]?.startsWith(prefix); at++)
      found.push(this.find(sorted[at] as string));
    for (let number = this.unsorted; number < this.words.length; number++)
      if (this.words[number]?.startsWith(prefix) === true && this.words[number] !== '') found.push(number);
    return found;
  }

  /**
   * Returns the numbers of other words that differ from the typed one by as many letters as a typing error may have. With `begins`, the
   * beginning of a longer word counts too.
   */
  near(typed: string, begins: boolean): number[] {
    const mask = letterMask(typed);
    const found: number[] = [];
    for (let number = 0; number < this.words.length; number++) {
      const word = this.words[number] as string;
      if (!mayBeNear(typed, mask, { word, mask: this.masks[number] as number }, begins)) continue;
      if (word !== typed && isNear(typed, word, begins)) found.push(number);
    }
    return found;
  }

  private firstFrom(prefix: string): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] as string) < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sort(): void {
    if (this.words.length - this.unsorted <= MAX_UNSORTED && this.unsorted > 0) return;
    if (this.unsorted === this.words.length) return;
    this.sorted = this.words.filter((word) => word !== '').sort(byCodeUnit);
    this.unsorted = this.words.length;
  }
}
