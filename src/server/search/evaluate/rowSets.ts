// Tests on the readable terms of a row at a property, computed once for each set of terms.

import type { Table } from 'src/server/search/columns/Table.ts';
import { NO_TERMS, type TermSets } from 'src/server/search/columns/TermSets.ts';
import { WITH_ITEM } from 'src/server/search/columns/valueColumns.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type TermTest = (term: number) => boolean;

/** Returns undefined for a property without any value. */
export const setsOf = (scope: Scope, table: Table, path: string): TermSets | undefined => {
  const prop = scope.interner.prop(path);
  return prop === 0 ? undefined : table.setsOf(scope.interner, prop);
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
export const someOf = ({ starts, terms }: TermSets, code: number, test: TermTest): boolean => {
  const end = starts[code + 1] as number;
  for (let at = starts[code] as number; at < end; at++) if (test(terms[at] as number)) return true;
  return false;
};

/** Returns how many terms of the set pass. */
export const matchingTerms = ({ starts, terms }: TermSets, code: number, test: TermTest): number => {
  let count = 0;
  const end = starts[code + 1] as number;
  for (let at = starts[code] as number; at < end; at++) if (test(terms[at] as number)) count += 1;
  return count;
};

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

/** Returns true for rows whose set passes. */
export const setTest = (
  scope: Scope,
  sets: TermSets,
  passes: (code: number) => boolean,
): ((row: number) => boolean) => {
  const { codes } = sets;
  const known = new Uint8Array(sets.count);
  const decide = (code: number): boolean => {
    const isPassed = passes(code);
    known[code] = isPassed ? SET_PASSES : SET_FAILS;
    return isPassed;
  };
  // A row costs one call, which is most of the cost of a filter.
  if (sets.acl.unused)
    return (row) => {
      const code = codes[row] as number;
      const before = known[code] as number;
      return before === SET_UNTESTED ? decide(code) : before === SET_PASSES;
    };
  const codeOf = codeReader(scope, sets);
  return (row) => {
    const code = codeOf(row);
    const before = known[code] as number;
    return before === SET_UNTESTED ? decide(code) : before === SET_PASSES;
  };
};

/** Returns how many of the rows have each set. */
export const countSets = (scope: Scope, sets: TermSets, lists: readonly Int32Array[]): Int32Array => {
  const counts = new Int32Array(sets.count);
  const { codes, acl } = sets;
  const codeOf = codeReader(scope, sets);
  for (const rows of lists) {
    scope.look();
    if (acl.unused) {
      for (let at = 0; at < rows.length; at++) {
        const code = codes[rows[at] as number] as number;
        counts[code] = (counts[code] as number) + 1;
      }
    } else {
      for (let at = 0; at < rows.length; at++) {
        const code = codeOf(rows[at] as number);
        counts[code] = (counts[code] as number) + 1;
      }
    }
  }
  return counts;
};
