// Numbers by hashes of 53 bits: a hash table with open addressing.

import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

const MIN_PLACES = 2048;
/** Share of used places with which the table is enlarged. */
const MAX_LOAD = 0.75;

const isAny = (): boolean => true;

export class NumberedHashes {
  /** Number of hashes. Numbers begin at 0. */
  size = 0;
  private hashes = new Float64Array(0);
  /** Numbers plus one; 0 for a free place. The length is a power of two. */
  private places = new Int32Array(MIN_PLACES);

  /** Returns the number with this hash that passes the test, or -1. */
  find(hash: number, passes: (number: number) => boolean = isAny): number {
    const mask = this.places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = (this.places[place] as number) - 1;
      if (number < 0 || (this.hashes[number] === hash && passes(number))) return number;
    }
  }

  /** Returns a new number. */
  add(hash: number): number {
    const number = this.size++;
    this.hashes = grown(this.hashes, Float64Array, number + 1);
    this.hashes[number] = hash;
    if (this.size > this.places.length * MAX_LOAD) this.spread();
    else this.place(number);
    return number;
  }

  saved(): Saved {
    const { size, hashes, places } = this;
    return { numbers: { size }, arrays: { hashes: hashes.subarray(0, size), places } };
  }

  restore(from: Restored): void {
    this.size = from.number('size');
    this.hashes = from.array('hashes', Float64Array);
    this.places = from.array('places', Int32Array).subarray(0, from.lengthOf('places'));
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
}
