// One branch of a tree: matching items with their ancestors, as far as the asker may see. A link to a hidden item does not count, so its
// children become roots. Computed for each branch.

import { grown } from 'src/server/search/columns/Lists.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { countBits, eachBit, hasBit, rowsOfBits } from 'src/server/search/columns/bits.ts';
import { codeReader, eachOf, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { TreePlan } from 'src/server/search/evaluate/searchPlan.ts';

export interface Branch {
  /** Unordered. */
  readonly rows: readonly number[];
  /** Returns the number of descendants of a row, and whether the row itself matches. */
  readonly about: (row: number) => { readonly below: number; readonly found: boolean };
}

/** Rows that each row links to, in one list: those of a row are from its start to the start of the next one. */
interface Links {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

interface BothWays {
  readonly above: Links;
  readonly below: Links;
}

/** Sorts links by the row from which they lead. */
const linksFrom = (from: Int32Array, to: Int32Array, size: number): Links => {
  const starts = new Int32Array(size + 1);
  for (const row of from) starts[row + 1] = (starts[row + 1] as number) + 1;
  for (let row = 0; row < size; row++) starts[row + 1] = (starts[row + 1] as number) + (starts[row] as number);
  const rows = new Int32Array(to.length);
  const next = starts.slice();
  for (let at = 0; at < to.length; at++) {
    const row = from[at] as number;
    rows[next[row] as number] = to[at] as number;
    next[row] = (next[row] as number) + 1;
  }
  return { starts, rows };
};

const linkedRows = ({ starts, rows }: Links, row: number): Int32Array =>
  rows.subarray(starts[row] ?? 0, starts[row + 1] ?? 0);

const linksOf = (scope: Scope, table: Table, plan: TreePlan): BothWays => {
  let links = new Int32Array(0);
  let count = 0;
  const sets = setsOf(scope, table, plan.prop);
  const codeOf = sets && codeReader(scope, sets);
  eachBit(scope.readableBits(table), (row) => {
    scope.tick();
    if (!sets || !codeOf) return;
    eachOf(sets, codeOf(row), (term) => {
      const other = scope.visibleRow(term, table);
      if (other < 0 || other === row) return;
      links = grown(links, Int32Array, count + 2);
      links[count++] = row;
      links[count++] = other;
    });
  });
  const own = Int32Array.from({ length: count / 2 }, (_, at) => links[2 * at] as number);
  const others = Int32Array.from({ length: count / 2 }, (_, at) => links[2 * at + 1] as number);
  const [upper, lower] = plan.down ? [own, others] : [others, own];
  return { above: linksFrom(lower, upper, table.size), below: linksFrom(upper, lower, table.size) };
};

/** Marks these rows and everything reachable from them by the links. */
const spread = (start: Iterable<number>, { starts, rows }: Links, marks: Uint8Array): void => {
  const waiting = [...start];
  for (const row of waiting) marks[row] = 1;
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop())
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const next = rows[at] as number;
      if (marks[next] === 1) continue;
      marks[next] = 1;
      waiting.push(next);
    }
};

const markedRows = (marks: Uint8Array): number[] => {
  const rows: number[] = [];
  for (let row = marks.indexOf(1); row >= 0; row = marks.indexOf(1, row + 1)) rows.push(row);
  return rows;
};

/** Returns the rows without parent. In a cycle, the oldest item is the root. */
const beginnings = (table: Table, { above, below }: BothWays, kept: Uint8Array): readonly number[] => {
  const first = markedRows(kept).filter((row) => above.starts[row] === above.starts[row + 1]);
  const reached = new Uint8Array(table.size);
  spread(first, below, reached);
  const circles = markedRows(kept)
    .filter((row) => reached[row] === 0)
    .sort((one, other) => (table.n[one] ?? 0) - (table.n[other] ?? 0));
  for (const row of circles) {
    if (reached[row] === 1) continue;
    first.push(row);
    spread([row], below, reached);
  }
  return first;
};

const ancestors = (table: Table, { above }: BothWays, row: number): readonly number[] => {
  const marks = new Uint8Array(table.size);
  spread(linkedRows(above, row), above, marks);
  return markedRows(marks);
};

/** Returns the row of an item that the asker may see, otherwise -1. */
const visibleRowOf = (scope: Scope, table: Table, number: number): number => {
  const row = table.rows.get(number);
  return row >= 0 && scope.readable(table.acl[row] ?? -1) ? row : -1;
};

/** `found`: the matching rows. */
export const treeBranch = (scope: Scope, table: Table, plan: TreePlan, found: Uint32Array): Branch => {
  const links = linksOf(scope, table, plan);
  const inTree = new Uint8Array(table.size);
  spread(rowsOfBits(found, countBits(found)), links.above, inTree);
  const below = (row: number): readonly number[] =>
    [...linkedRows(links.below, row)].filter((each) => inTree[each] === 1);
  const rows = (): readonly number[] => {
    if (plan.above !== undefined) return ancestors(table, links, visibleRowOf(scope, table, plan.above));
    return plan.under === undefined ? beginnings(table, links, inTree) : below(visibleRowOf(scope, table, plan.under));
  };
  return { rows: rows(), about: (row) => ({ below: below(row).length, found: hasBit(found, row) }) };
};
