// Order of an answer: declared keys, then the newest document first, so that every order is total. Missing and unreadable values come last
// in both directions. The best `max` rows are kept in a heap.

import { DAY_MS } from 'src/base/dayMs.ts';
import { OPEN_SPAN_MS } from 'src/model/query/timeScale.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import type { TextColumn } from 'src/server/search/columns/TextColumn.ts';
import { textPrefix } from 'src/server/search/columns/textUnits.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import { OPEN_END, OPEN_START } from 'src/server/store/sortValues.ts';
import type { SortKeyValue, SortSource } from 'src/server/search/evaluate/searchPlan.ts';
import { codeReader, eachOf, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type ReadValue = (row: number) => SortKeyValue;

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const readColumn = (scope: Scope, table: Table, path: string): ReadValue => {
  if (path === 'created' || path === 'updated') {
    const moments = table[path];
    return (row) => moments[row] ?? null;
  }
  const column = table.columns.get(path);
  if (!column) return () => null;
  const hidden = (row: number): boolean => {
    const level = column.acl.get(row);
    return level !== WITH_ITEM && !scope.readable(level);
  };
  if (column.kind === 'number') return (row) => (hidden(row) ? null : numberOrNull(column.first[row]));
  if (column.kind === 'text') return (row) => (hidden(row) ? null : (column.text(row) ?? null));
  return (row) => (hidden(row) ? null : (column.tokens[column.at(row, scope.now)] ?? null));
};

/** Reads an end of the first span. An open end lies ten years from the other one, so that it can be drawn. */
const readEdge = (scope: Scope, table: Table, { path, edge }: Extract<SortSource, { from: 'edge' }>): ReadValue => {
  const first = readColumn(scope, table, path);
  const column = table.columns.get(path);
  const last = column?.kind === 'number' ? column.last : undefined;
  return (row) => {
    const start = first(row);
    const end = last?.[row];
    if (typeof start !== 'number' || end === undefined) return null;
    if (edge === 'start') return start === OPEN_START ? end + DAY_MS - OPEN_SPAN_MS : start;
    return end === OPEN_END ? start + OPEN_SPAN_MS : end + DAY_MS;
  };
};

/** Greater than the distance between any two dates. */
const BEFORE_DAY = 1e15;

const readNearest = (
  scope: Scope,
  table: Table,
  { path, day }: Extract<SortSource, { from: 'nearest' }>,
): ReadValue => {
  const read = readColumn(scope, table, path);
  return (row) => {
    const value = read(row);
    if (typeof value !== 'number') return value;
    return value >= day ? value - day : BEFORE_DAY + day - value;
  };
};

const rank = (value: SortKeyValue): number => (value === null ? 2 : typeof value === 'string' ? 1 : 0);

/** Ascending: numbers before texts, null last; texts by code unit, as sort keys require. */
const compareValues = (a: SortKeyValue, b: SortKeyValue, descending: boolean): number => {
  if (a === b) return 0;
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || a === null || b === null) return ranks;
  const less = a < b ? -1 : 1;
  return descending ? -less : less;
};

/** Through a relation: the smallest value among the visible related items, computed once for each set of them. */
const readHop = (scope: Scope, table: Table, source: Extract<SortSource, { from: 'hop' }>): ReadValue => {
  const sets = setsOf(scope, table, source.prop);
  if (!sets) return () => null;
  const reads = source.targets.flatMap((target) => {
    const to = scope.tables.get(target.type);
    return to ? [{ to, read: readOf(scope, to, target.source) }] : [];
  });
  const known = new Map<number, SortKeyValue>();
  const valueOf = (code: number): SortKeyValue => {
    let best: SortKeyValue = null;
    eachOf(sets, code, (term) => {
      scope.tick();
      for (const { to, read } of reads) {
        const at = scope.visibleRow(term, to);
        const value = at >= 0 ? read(at) : null;
        if (compareValues(value, best, false) < 0) best = value;
      }
    });
    known.set(code, best);
    return best;
  };
  const codeOf = codeReader(scope, sets);
  return (row) => {
    const code = codeOf(row);
    const before = known.get(code);
    return before === undefined ? valueOf(code) : before;
  };
};

export const readOf = (scope: Scope, table: Table, source: SortSource): ReadValue => {
  if (source.from === 'none') return () => null;
  if (source.from === 'scores') {
    const scores = new Map(source.scores.numbers.map((number, at) => [number, source.scores.scores[at] ?? 0]));
    return (row) => scores.get(table.number[row] ?? 0) ?? 0;
  }
  if (source.from === 'counted') return countRelated(scope, table, source.count);
  if (source.from === 'nearest') return readNearest(scope, table, source);
  if (source.from === 'edge') return readEdge(scope, table, source);
  return source.from === 'value' ? readColumn(scope, table, source.path) : readHop(scope, table, source);
};

/** One row of the list. `key` decides most comparisons: smaller comes first. */
export interface Candidate {
  readonly key: number;
  readonly table: Table;
  readonly reads: readonly ReadValue[];
  readonly row: number;
}

export interface Position {
  readonly values: readonly SortKeyValue[];
  readonly n: number;
}

// Texts are greater than all numbers, with steps wide enough that no prefix is lost to rounding; null is greater than all texts.
const TEXT_KEY_BASE = 1e305;
const TEXT_STEP = 1e290;

export const sortNumber = (value: SortKeyValue, descending: boolean): number => {
  if (value === null) return Infinity;
  if (typeof value === 'number') return descending ? -value : value;
  const prefix = textPrefix(value) * TEXT_STEP;
  return TEXT_KEY_BASE + (descending ? -prefix : prefix);
};

export interface Keyed {
  readonly source: SortSource;
  readonly read: ReadValue;
  readonly descending: boolean;
  /** Position in a text where its key begins. */
  readonly begin: number;
}

/** Returns numbers by row that are keys as they are, or undefined. */
const numberKeys = (table: Table, { source }: Keyed): Float64Array | undefined => {
  if (source.from !== 'value') return undefined;
  if (source.path === 'created' || source.path === 'updated') return table[source.path];
  const column = table.columns.get(source.path);
  return column?.kind === 'number' && column.acl.unused ? column.first : undefined;
};

/** Returns a text column whose keys need no strings: all its values are unrestricted. */
const textKeys = (table: Table, { source }: Keyed): TextColumn | undefined => {
  const column = source.from === 'value' ? table.columns.get(source.path) : undefined;
  return column?.kind === 'text' && column.acl.unused ? column : undefined;
};

const prefixKey = (prefix: number, sign: number): number =>
  Number.isNaN(prefix) ? Infinity : TEXT_KEY_BASE + sign * prefix * TEXT_STEP;

/** Returns the visible sort keys of each row as numbers. */
export const keysOf = (table: Table, keyed: Keyed, rows: Int32Array): Float64Array => {
  const { read, descending, begin } = keyed;
  const sign = descending ? -1 : 1;
  const keys = new Float64Array(rows.length);
  const numbers = numberKeys(table, keyed);
  const texts = textKeys(table, keyed);
  if (numbers) {
    for (let at = 0; at < rows.length; at++) {
      const number = numbers[rows[at] as number] as number;
      keys[at] = Number.isNaN(number) ? Infinity : sign * number;
    }
  } else if (texts) {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      keys[at] = prefixKey(begin === 0 ? (texts.prefix[row] as number) : texts.prefixAt(row, begin), sign);
    }
  } else {
    for (let at = 0; at < rows.length; at++) {
      const value = read(rows[at] as number);
      keys[at] = sortNumber(typeof value === 'string' && begin > 0 ? value.slice(begin) : value, descending);
    }
  }
  return keys;
};

export const positionOf = (candidate: Pick<Candidate, 'reads' | 'row' | 'table'>): Position => ({
  values: candidate.reads.map((read) => read(candidate.row)),
  n: candidate.table.n[candidate.row] ?? 0,
});

/** Same as comparePositions, reading values only as far as needed. */
export const compareCandidates = (a: Candidate, b: Candidate, descending: readonly boolean[]): number => {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  for (let at = 0; at < descending.length; at++) {
    const order = compareValues(a.reads[at]?.(a.row) ?? null, b.reads[at]?.(b.row) ?? null, descending[at] ?? false);
    if (order !== 0) return order;
  }
  return (b.table.n[b.row] ?? 0) - (a.table.n[a.row] ?? 0);
};

export const comparePositions = (a: Position, b: Position, descending: readonly boolean[]): number => {
  for (let at = 0; at < descending.length; at++) {
    const order = compareValues(a.values[at] ?? null, b.values[at] ?? null, descending[at] ?? false);
    if (order !== 0) return order;
  }
  return b.n - a.n;
};
