// Words of one table by number, found whole, by their beginning, or with typing errors. Words are bytes of one array, because a million
// strings in a Map need ten times the memory.

import { grown } from 'src/server/search/columns/Lists.ts';
import { textOfUnits, textPrefix, unitBytes, unitWidth } from 'src/server/search/columns/textUnits.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';
import { isNear, letterMask, mayBeNear } from 'src/server/search/text/nearWords.ts';
import { NumberedHashes } from 'src/server/search/text/NumberedHashes.ts';
import { textHash } from 'src/server/search/text/textHash.ts';

/** The sorted list is built again when this number of newer words is not in it. */
const MAX_UNSORTED = 4096;

export class Dictionary {
  private readonly numbers = new NumberedHashes();
  /** Units of all words (see textUnits.ts), one after the other. */
  private units = new Uint8Array(0);
  /** Place of the first unit of each word; the next value is their end. */
  private starts = new Int32Array(1);
  private masks = new Int32Array(0);
  /** Numbers of words in the order of their units. */
  private sorted = new Int32Array(0);
  /** Words from this number on are not in the sorted list. */
  private unsorted = 0;

  /** Number of words. */
  get size(): number {
    return this.numbers.size;
  }

  /** Returns the number of a word, or -1. */
  find(word: string): number {
    return this.findHashed(word, textHash(word));
  }

  /** Returns the number of a word, which is added if it is new. */
  numberOf(word: string): number {
    const hash = textHash(word);
    const known = this.findHashed(word, hash);
    if (known >= 0) return known;
    const number = this.numbers.add(hash);
    this.masks = grown(this.masks, Int32Array, number + 1);
    this.masks[number] = letterMask(word);
    this.addUnits(number, unitBytes(word));
    return number;
  }

  word(number: number): string {
    const start = this.starts[number] as number;
    return textOfUnits(this.units, start, this.endOf(number) - start);
  }

  /** Returns the numbers of the words that begin with the prefix. */
  beginningWith(prefix: string): number[] {
    this.sort();
    const found: number[] = [];
    const { sorted } = this;
    for (let at = this.firstFrom(prefix); at < sorted.length && this.begins(sorted[at] as number, prefix); at++)
      found.push(sorted[at] as number);
    for (let number = this.unsorted; number < this.size; number++) if (this.begins(number, prefix)) found.push(number);
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
    const { size, unsorted, masks, sorted, units, starts } = this;
    return {
      numbers: { unsorted },
      arrays: {
        ...{ masks: masks.subarray(0, size), sorted },
        ...{ units: units.subarray(0, starts[size]), starts: starts.subarray(0, size + 1) },
      },
      parts: { numbers: this.numbers.saved() },
    };
  }

  restore(from: Restored): void {
    this.unsorted = from.number('unsorted');
    this.masks = from.array('masks', Int32Array);
    // All values of the sorted list are words.
    this.sorted = from.array('sorted', Int32Array).subarray(0, from.lengthOf('sorted'));
    this.numbers.restore(from.part('numbers'));
    this.units = from.array('units', Uint8Array);
    this.starts = from.array('starts', Int32Array);
  }

  private addUnits(number: number, units: Uint8Array): void {
    const start = this.starts[number] as number;
    this.units = grown(this.units, Uint8Array, start + units.length);
    this.units.set(units, start);
    this.starts = grown(this.starts, Int32Array, number + 2);
    this.starts[number + 1] = start + units.length;
  }

  private endOf(number: number): number {
    return this.starts[number + 1] as number;
  }

  /** Returns the number of units. */
  private lengthOf(number: number): number {
    const start = this.starts[number] as number;
    return (this.endOf(number) - start - 1) / unitWidth(this.units, start);
  }

  private findHashed(word: string, hash: number): number {
    return this.numbers.find(hash, (number) => this.compare(number, word) === 0);
  }

  /** Compares the units of a word with those of a text, or with `begins` only the first ones. */
  private compare(number: number, text: string, begins = false): number {
    const { units } = this;
    const start = this.starts[number] as number;
    const end = this.endOf(number);
    const width = unitWidth(units, start);
    let unit = start + 1;
    for (let at = 0; at < text.length; at++, unit += width) {
      if (unit >= end) return -1;
      const value =
        width === 1 ? (units[unit] as number) : (units[unit] as number) | ((units[unit + 1] as number) << 8);
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
    const numbers = Int32Array.from(words.keys());
    this.sorted = numbers.sort((one, other) => {
      const difference = (prefixes[one] as number) - (prefixes[other] as number);
      if (difference !== 0) return difference;
      return (words[one] as string) < (words[other] as string) ? -1 : 1;
    });
    this.unsorted = this.size;
  }
}
