// Tests on the readable terms of a row at a property, computed once for each set of terms.

import { andInto, andNotInto, bitsFor, countBits, flaggedBits, orInto } from 'src/server/search/columns/bits.ts';
import { WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { NO_TERMS, type TermSets } from 'src/server/search/columns/TermSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type TermTest = (term: number) => boolean;

/** Returns undefined for a property without any value. */
export const setsOf = (scope: Scope, table: Table, path: string): TermSets | undefined => {
  const prop = scope.interner.prop(path);
  return prop === 0 ? undefined : table.setsOf(scope.interner, prop, scope.look);
};

/** Returns the set of a row; for unreadable values the empty one. */
export const codeReader = (scope: Scope, { codes, acl }: TermSets): ((row: number) => number) => {
  if (acl.unused) return (row) => codes[row] as number;
  return (row) => {
    const level = acl.get(row);
    return level === WITH_ITEM || scope.readable(level) ? (codes[row] as number) : NO_TERMS;
  };
};

/** Returns whether any term of the set passes. */
export const someOf = ({ terms }: TermSets, code: number, test: TermTest): boolean => {
  const start = terms.starts[code] as number;
  const end = start + terms.lengthOf(code);
  for (let at = start; at < end; at++) if (test(terms.data[at] as number)) return true;
  return false;
};

/** Returns how many terms of the set pass. */
export const matchingTerms = (sets: TermSets, code: number, test: TermTest): number => {
  let count = 0;
  someOf(sets, code, (term) => {
    if (test(term)) count += 1;
    return false;
  });
  return count;
};

export const eachOf = (sets: TermSets, code: number, visit: (term: number) => void): void =>
  void someOf(sets, code, (term) => {
    visit(term);
    return false;
  });

const SET_UNTESTED = 0;
const SET_FAILS = 1;
const SET_PASSES = 2;

/** Caches a test of numbers below `size`. */
export const remembered = (size: number, test: (of: number) => boolean): ((of: number) => boolean) => {
  const known = new Uint8Array(size);
  return (of) => {
    const before = known[of] as number;
    if (before !== SET_UNTESTED) return before === SET_PASSES;
    const passes = test(of);
    known[of] = passes ? SET_PASSES : SET_FAILS;
    return passes;
  };
};

/** A filter by the set of a row. */
export interface SetFilter {
  readonly sets: TermSets;
  readonly passes: (code: number) => boolean;
  /** True when the test of a set visits other items. */
  readonly isCostly: boolean;
}

/** Returns true for rows whose set passes. */
export const setTest = (scope: Scope, { sets, passes }: SetFilter): ((row: number) => boolean) => {
  const codeOf = codeReader(scope, sets);
  const isPassed = remembered(sets.count, passes);
  return (row) => isPassed(codeOf(row));
};

/** Tests only the sets of these rows. */
const passingAmong = ({ codes, count }: TermSets, among: Uint32Array, passes: (code: number) => boolean) => {
  const known = new Uint8Array(count);
  const bits = bitsFor(among.length * 32);
  for (let at = 0; at < among.length; at++) {
    const first = (at << 5) + 31;
    let passed = 0;
    for (let word = among[at] as number; word !== 0; word &= word - 1) {
      const lowest = word & -word;
      const code = codes[first - Math.clz32(lowest)] as number;
      if (known[code] === SET_UNTESTED) known[code] = passes(code) ? SET_PASSES : SET_FAILS;
      if (known[code] === SET_PASSES) passed |= lowest;
    }
    bits[at] = passed;
  }
  return bits;
};

/** Testing all sets is faster when more rows than this part of the table remain. */
const DENSE_PART = 4;

const passingBits = (table: Table, filter: SetFilter, among: Uint32Array): Uint32Array => {
  const { sets, passes, isCostly } = filter;
  if (isCostly || sets.isPerRow || countBits(among) * DENSE_PART < table.size) return passingAmong(sets, among, passes);
  const flags = new Uint8Array(sets.count);
  for (let code = 0; code < sets.count; code++) flags[code] = passes(code) ? 1 : 0;
  const bits = flaggedBits(sets.codes, flags, table.size);
  andInto(bits, among);
  return bits;
};

/** Returns the rows among these whose set passes. */
export const bitsBySet = (scope: Scope, table: Table, filter: SetFilter, among: Uint32Array): Uint32Array => {
  scope.look();
  const hidden = scope.hiddenBits(table, filter.sets.acl);
  if (!hidden) return passingBits(table, filter, among);
  const readable = among.slice();
  andNotInto(readable, hidden);
  const bits = passingBits(table, filter, readable);
  if (!filter.passes(NO_TERMS)) return bits;
  const unknown = among.slice();
  andInto(unknown, hidden);
  orInto(bits, unknown);
  return bits;
};

/** Counters that fit into the first cache four times. */
const MAX_PARALLEL = 2048;

/** Counts in four arrays in turn, because an increment of the same counter waits for the one before it. */
const countInParallel = (codes: Int32Array, rows: Int32Array, first: Int32Array): void => {
  const [second, third, fourth] = [first.slice(), first.slice(), first.slice()];
  const end = rows.length - (rows.length % 4);
  for (let at = 0; at < end; at += 4) {
    const one = codes[rows[at] as number] as number;
    const two = codes[rows[at + 1] as number] as number;
    const three = codes[rows[at + 2] as number] as number;
    const four = codes[rows[at + 3] as number] as number;
    first[one] = (first[one] as number) + 1;
    second[two] = (second[two] as number) + 1;
    third[three] = (third[three] as number) + 1;
    fourth[four] = (fourth[four] as number) + 1;
  }
  countInTurn(codes, rows.subarray(end), first);
  for (let code = 0; code < first.length; code++)
    first[code] =
      (first[code] as number) + (second[code] as number) + (third[code] as number) + (fourth[code] as number);
};

const countInTurn = (codes: Int32Array, rows: Int32Array, counts: Int32Array): void => {
  for (let at = 0; at < rows.length; at++) {
    const code = codes[rows[at] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
};

/** Returns how many of the rows have each set. The asker may read the values of all these rows. */
export const countSets = (scope: Scope, sets: TermSets, rows: Int32Array): Int32Array => {
  scope.look();
  const counts = new Int32Array(sets.count);
  const isParallel = sets.count <= MAX_PARALLEL && sets.count < rows.length;
  (isParallel ? countInParallel : countInTurn)(sets.codes, rows, counts);
  return counts;
};
