// Words of one table by number. Exact values (call numbers, codes) are often unique, so only their hashes are kept; words are also found by
// their beginning and with typing errors. Words are bytes of one array, because a million strings in a Map need ten times the memory.

import { grown, Lists } from 'src/server/search/columns/Lists.ts';
import { textOfUnits, textPrefix, unitBytes, unitWidth } from 'src/server/search/columns/textUnits.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';
import { isNear, letterMask, mayBeNear } from 'src/server/search/text/nearWords.ts';
import { textHash } from 'src/server/search/text/textHash.ts';

/** First letter of the lexeme of an exact value (model/query/searchText.ts). */
const EXACT = '=';
/** The sorted list is built again when this number of newer words is not in it. */
const MAX_UNSORTED = 4096;
const MIN_PLACES = 2048;

export class Dictionary {
  /** Number of words. */
  size = 0;
  /** Units of each word (see textUnits.ts); none for exact values. */
  private readonly units = new Lists(Uint8Array);
  private hashes = new Float64Array(0);
  private masks = new Int32Array(0);
  /** Hash table of numbers plus one, with open addressing. */
  private places = new Int32Array(MIN_PLACES);
  /** Numbers of words in the order of their units. */
  private sorted = new Int32Array(0);
  /** Words from this number on are not in the sorted list. */
  private unsorted = 0;

  /** Returns the number of a word, or -1. */
  find(word: string): number {
    return this.findHashed(word, textHash(word));
  }

  /** Returns the number of a word, which is added if it is new. */
  numberOf(word: string): number {
    const hash = textHash(word);
    const known = this.findHashed(word, hash);
    if (known >= 0) return known;
    const number = this.size++;
    this.hashes = grown(this.hashes, Float64Array, number + 1);
    this.masks = grown(this.masks, Int32Array, number + 1);
    this.hashes[number] = hash;
    if (!word.startsWith(EXACT)) {
      this.masks[number] = letterMask(word);
      this.units.set(number, unitBytes(word));
    }
    if (this.size * 2 > this.places.length) this.spread();
    else this.place(number);
    return number;
  }

  word(number: number): string {
    const { data, starts } = this.units;
    const length = this.units.lengthOf(number);
    return length === 0 ? '' : textOfUnits(data, starts[number] as number, length);
  }

  /** Returns the numbers of the words that begin with the prefix. */
  beginningWith(prefix: string): number[] {
    if (prefix.startsWith(EXACT)) return [];
    this.sort();
    const found: number[] = [];
    const { sorted } = this;
    for (let at = this.firstFrom(prefix); at < sorted.length && this.begins(sorted[at] as number, prefix); at++)
      found.push(sorted[at] as number);
    for (let number = this.unsorted; number < this.size; number++)
      if (this.units.lengthOf(number) > 0 && this.begins(number, prefix)) found.push(number);
    return found;
  }

  /**
   * Returns the numbers of other words that differ from the typed one by as many letters as a typing error may have. With `begins`, the
   * beginning of a longer word counts too.
   */
  near(typed: string, begins: boolean): number[] {
    const mask = letterMask(typed);
    const found: number[] = [];
    for (let number = 0; number < this.size; number++) {
      const length = this.lengthOf(number);
      if (!mayBeNear(typed, mask, { length, mask: this.masks[number] as number }, begins)) continue;
      const word = this.word(number);
      if (word !== typed && isNear(typed, word, begins)) found.push(number);
    }
    return found;
  }

  saved(): Saved {
    this.sort();
    const { size, unsorted, hashes, masks, places, sorted } = this;
    return {
      numbers: { size, unsorted },
      arrays: { hashes: hashes.subarray(0, size), masks: masks.subarray(0, size), places, sorted },
      parts: { units: this.units.saved() },
    };
  }

  restore(from: Restored): void {
    this.size = from.number('size');
    this.unsorted = from.number('unsorted');
    this.hashes = from.array('hashes', Float64Array);
    this.masks = from.array('masks', Int32Array);
    // The size of the hash table is a power of two, and all values of the sorted list are words.
    this.places = from.array('places', Int32Array).subarray(0, from.lengthOf('places'));
    this.sorted = from.array('sorted', Int32Array).subarray(0, from.lengthOf('sorted'));
    this.units.restore(from.part('units'));
  }

  /** Returns the number of units; 0 for exact values. */
  private lengthOf(number: number): number {
    const bytes = this.units.lengthOf(number);
    return bytes === 0 ? 0 : (bytes - 1) / unitWidth(this.units.data, this.units.starts[number] as number);
  }

  private findHashed(word: string, hash: number): number {
    const mask = this.places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = (this.places[place] as number) - 1;
      if (number < 0 || (this.hashes[number] === hash && this.isWord(number, word))) return number;
    }
  }

  /** Compares only the hashes of exact values. */
  private isWord(number: number, word: string): boolean {
    const length = this.units.lengthOf(number);
    if (word.startsWith(EXACT)) return length === 0;
    return length > 0 && this.compare(number, word) === 0;
  }

  private place(number: number): void {
    const mask = this.places.length - 1;
    let place = (this.hashes[number] as number) & mask;
    while (this.places[place] !== 0) place = (place + 1) & mask;
    this.places[place] = number + 1;
  }

  private spread(): void {
    this.places = new Int32Array(this.places.length * 2);
    for (let number = 0; number < this.size; number++) this.place(number);
  }

  /** Compares the units of a word with those of a text, or with `begins` only the first ones. */
  private compare(number: number, text: string, begins = false): number {
    const { data, starts } = this.units;
    const start = starts[number] as number;
    const end = start + this.units.lengthOf(number);
    const width = unitWidth(data, start);
    let unit = start + 1;
    for (let at = 0; at < text.length; at++, unit += width) {
      if (unit >= end) return -1;
      const value = width === 1 ? (data[unit] as number) : (data[unit] as number) | ((data[unit + 1] as number) << 8);
      const difference = value - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return begins || unit >= end ? 0 : 1;
  }

  private begins(number: number, prefix: string): boolean {
    return this.compare(number, prefix, true) === 0;
  }

  private firstFrom(prefix: string): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compare(this.sorted[middle] as number, prefix) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sort(): void {
    if (this.size - this.unsorted <= MAX_UNSORTED && this.unsorted > 0) return;
    if (this.unsorted === this.size) return;
    const words = Array.from({ length: this.size }, (_, number) => this.word(number));
    const prefixes = Float64Array.from(words, textPrefix);
    const numbers = Int32Array.from(words.keys()).filter((number) => words[number] !== '');
    this.sorted = numbers.sort((one, other) => {
      const difference = (prefixes[one] as number) - (prefixes[other] as number);
      if (difference !== 0) return difference;
      return (words[one] as string) < (words[other] as string) ? -1 : 1;
    });
    this.unsorted = this.size;
  }
}
