// Terms of one property per row, as the number of a set: a query computes its result once per set, and a row costs one look-up. Restricted
// terms carry their acl; a property of an item has one level. When nearly every row has a set of its own, sets are not compared: the set of
// a row is then its number plus one.

import { AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { Lists, grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

const MIN_SET_SPACE = 1024;

/** Set of rows without a term of the property. */
export const NO_TERMS = 0;

export class TermSets {
  readonly acl = new AclColumn();
  /** Set number per row. */
  codes = new Int32Array(0);
  /** Terms of each set. */
  terms = new Lists(Int32Array);
  /** Number of sets, including unused ones. */
  count = 1;
  /** With more sets than this, each row has its own. */
  maxShared: number;
  isPerRow = false;
  /** Hash table of set numbers with open addressing. */
  private places = new Int32Array(2 * MIN_SET_SPACE);

  constructor(maxShared: number) {
    this.maxShared = maxShared;
  }

  set(row: number, terms: readonly number[], acl: number): void {
    this.codes = grown(this.codes, Int32Array, row + 1);
    this.codes[row] = this.codeFor(row, terms);
    this.acl.set(row, acl);
  }

  saved(size: number): Saved {
    const { acl, codes, terms, count, maxShared, isPerRow, places } = this;
    return {
      numbers: { count, maxShared, isPerRow: Number(isPerRow) },
      arrays: { codes: codes.subarray(0, size), places },
      parts: { acl: acl.saved(), terms: terms.saved() },
    };
  }

  restore(from: Restored): void {
    this.count = from.number('count');
    this.maxShared = from.number('maxShared');
    this.isPerRow = from.number('isPerRow') === 1;
    this.codes = from.array('codes', Int32Array);
    // The size of the hash table is a power of two.
    this.places = from.array('places', Int32Array).slice(0, from.lengthOf('places'));
    this.acl.restore(from.part('acl'));
    this.terms.restore(from.part('terms'));
  }

  private codeFor(row: number, terms: readonly number[]): number {
    if (this.isPerRow) return this.ownCode(row, terms);
    const code = this.sharedCode(terms);
    if (this.count <= this.maxShared) return code;
    this.separate();
    return this.ownCode(row, terms);
  }

  private ownCode(row: number, terms: ArrayLike<number>): number {
    this.terms.set(row + 1, terms);
    this.count = Math.max(this.count, row + 2);
    return terms.length === 0 ? NO_TERMS : row + 1;
  }

  /** Gives each row a set of its own. */
  private separate(): void {
    const { data, starts, lengths } = this.terms;
    this.terms = new Lists(Int32Array);
    this.isPerRow = true;
    this.places = new Int32Array(0);
    this.count = 1;
    for (let row = 0; row < this.codes.length; row++) {
      const code = this.codes[row] as number;
      const start = starts[code] as number;
      if (code !== NO_TERMS)
        this.codes[row] = this.ownCode(row, data.subarray(start, start + (lengths[code] as number)));
    }
  }

  private sharedCode(terms: readonly number[]): number {
    if (terms.length === 0) return NO_TERMS;
    const mask = this.places.length - 1;
    let place = setHash(terms, 0, terms.length) & mask;
    for (let code = this.places[place] as number; code !== 0; code = this.places[place] as number) {
      if (this.holds(code, terms)) return code;
      place = (place + 1) & mask;
    }
    this.places[place] = this.count;
    return this.add(terms);
  }

  private holds(code: number, terms: readonly number[]): boolean {
    if (this.terms.lengthOf(code) !== terms.length) return false;
    const { data, starts } = this.terms;
    const start = starts[code] as number;
    for (let at = 0; at < terms.length; at++) if (data[start + at] !== terms[at]) return false;
    return true;
  }

  private add(terms: readonly number[]): number {
    const code = this.count++;
    this.terms.set(code, terms);
    if (this.count * 2 > this.places.length) this.spread();
    return code;
  }

  private spread(): void {
    this.places = new Int32Array(this.places.length * 2);
    const mask = this.places.length - 1;
    const { data, starts } = this.terms;
    for (let code = 1; code < this.count; code++) {
      const start = starts[code] as number;
      let place = setHash(data, start, start + this.terms.lengthOf(code)) & mask;
      while (this.places[place] !== 0) place = (place + 1) & mask;
      this.places[place] = code;
    }
  }
}

const setHash = (terms: ArrayLike<number>, start: number, end: number): number => {
  let hash = 0;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (terms[at] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
};
