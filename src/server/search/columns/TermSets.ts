// Terms of one property per row, as the number of a set: a query computes its result once per set, and a row costs one look-up. Restricted
// terms carry their acl; a property of an item has one level.

import { grown } from 'src/server/search/columns/Lists.ts';
import { AclColumn } from 'src/server/search/columns/valueColumns.ts';

const MIN_SET_SPACE = 1024;

/** Set of rows without a term of the property. */
export const NO_TERMS = 0;

export class TermSets {
  readonly acl = new AclColumn();
  /** Set number per row. */
  codes = new Int32Array(0);
  /** The terms of a set are in `terms` from its start to the start of the next one. */
  starts = new Int32Array(MIN_SET_SPACE);
  terms = new Int32Array(MIN_SET_SPACE);
  /** Number of sets, including unused ones. */
  count = 1;
  /** Hash table of set numbers with open addressing. */
  private places = new Int32Array(2 * MIN_SET_SPACE);

  set(row: number, terms: readonly number[], acl: number): void {
    this.codes = grown(this.codes, Int32Array, row + 1);
    this.codes[row] = this.codeOf(terms);
    this.acl.set(row, acl);
  }

  private codeOf(terms: readonly number[]): number {
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
    const start = this.starts[code] as number;
    if ((this.starts[code + 1] as number) - start !== terms.length) return false;
    for (let at = 0; at < terms.length; at++) if (this.terms[start + at] !== terms[at]) return false;
    return true;
  }

  private add(terms: readonly number[]): number {
    const code = this.count++;
    const start = this.starts[code] as number;
    this.starts = grown(this.starts, Int32Array, code + 2);
    this.terms = grown(this.terms, Int32Array, start + terms.length);
    this.terms.set(terms, start);
    this.starts[code + 1] = start + terms.length;
    if (this.count * 2 > this.places.length) this.spread();
    return code;
  }

  private spread(): void {
    this.places = new Int32Array(this.places.length * 2);
    const mask = this.places.length - 1;
    for (let code = 1; code < this.count; code++) {
      let place = setHash(this.terms, this.starts[code] as number, this.starts[code + 1] as number) & mask;
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
