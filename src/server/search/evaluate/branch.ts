// One branch of a tree: matching items with their ancestors, as far as the asker may see. A link to a hidden item does not count, so its
// children become roots. Computed for each branch; at 100,000 items this takes a few dozen milliseconds.

import type { Table } from 'src/server/search/columns/Table.ts';
import { eachTerm } from 'src/server/search/evaluate/rowTerms.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { TreePlan } from 'src/server/search/evaluate/searchPlan.ts';

export interface Branch {
  /** Unordered. */
  readonly rows: readonly number[];
  /** Returns the number of descendants of a row, and whether the row itself matches. */
  readonly about: (row: number) => { readonly below: number; readonly found: boolean };
}

type Links = ReadonlyMap<number, readonly number[]>;

interface BothWays {
  readonly above: Links;
  readonly below: Links;
}

const NO_ROWS: readonly number[] = [];

const linksOf = (scope: Scope, table: Table, plan: TreePlan): BothWays => {
  const above = new Map<number, number[]>();
  const below = new Map<number, number[]>();
  const add = (links: Map<number, number[]>, from: number, to: number): void => {
    const known = links.get(from);
    if (known) known.push(to);
    else links.set(from, [to]);
  };
  const prop = scope.interner.prop(plan.prop);
  const { propOf } = scope.interner;
  for (let row = 0; row < table.size; row++) {
    scope.tick();
    if (!scope.readable(table.acl[row] ?? -1)) continue;
    eachTerm(scope, table, row, (term) => {
      const other = propOf[term] === prop ? scope.visibleRow(term, table) : -1;
      if (other < 0 || other === row) return;
      const [upper, lower] = plan.down ? [row, other] : [other, row];
      add(below, upper, lower);
      add(above, lower, upper);
    });
  }
  return { above, below };
};

/** Marks these rows and everything reachable from them by the links. */
const spread = (start: readonly number[], links: Links, marks: Uint8Array): void => {
  const waiting = [...start];
  for (const row of start) marks[row] = 1;
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop())
    for (const next of links.get(row) ?? NO_ROWS) {
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
  const first = markedRows(kept).filter((row) => !above.has(row));
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
  spread(above.get(row) ?? NO_ROWS, above, marks);
  return markedRows(marks);
};

/** Returns the row of an item that the asker may see, otherwise -1. */
const visibleRowOf = (scope: Scope, table: Table, number: number): number => {
  const row = table.rows.get(number);
  return row >= 0 && scope.readable(table.acl[row] ?? -1) ? row : -1;
};

/** `found` marks the matching rows. */
export const treeBranch = (scope: Scope, table: Table, plan: TreePlan, found: Uint8Array): Branch => {
  const links = linksOf(scope, table, plan);
  const inTree = new Uint8Array(table.size);
  spread(markedRows(found), links.above, inTree);
  const below = (row: number): readonly number[] =>
    (links.below.get(row) ?? NO_ROWS).filter((each) => inTree[each] === 1);
  const rows = (): readonly number[] => {
    if (plan.above !== undefined) return ancestors(table, links, visibleRowOf(scope, table, plan.above));
    return plan.under === undefined ? beginnings(table, links, inTree) : below(visibleRowOf(scope, table, plan.under));
  };
  return { rows: rows(), about: (row) => ({ below: below(row).length, found: found[row] === 1 }) };
};
