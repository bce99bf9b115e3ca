// Readable terms of a row: those of the item, and restricted ones by their own acl.

import type { Table } from 'src/server/search/columns/Table.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** Calls `visit` with each readable term of the row. */
export const eachTerm = (scope: Scope, table: Table, row: number, visit: (term: number) => void): void => {
  const { terms } = table;
  const start = terms.starts[row] ?? 0;
  const end = start + (terms.lengths[row] ?? 0);
  for (let at = start; at < end; at++) visit(terms.data[at] ?? 0);
  if (row >= table.leveled.length) return;
  for (const level of table.leveled[row] ?? [])
    if (scope.readable(level.acl)) for (const term of level.terms) visit(term);
};
