// How many related items of a row the asker may see. What is hidden is not counted, like a value that nobody has.

import type { Table } from 'src/server/search/columns/Table.ts';
import { eachTerm } from 'src/server/search/evaluate/rowTerms.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { CountPlan } from 'src/server/search/evaluate/searchPlan.ts';

const named = (scope: Scope, table: Table, { prop: path }: CountPlan): ((row: number) => number) => {
  const prop = scope.interner.prop(path);
  let count = 0;
  const visit = (term: number): void => {
    if (scope.interner.propOf[term] === prop && scope.mayName(term)) count += 1;
  };
  return (row) => {
    count = 0;
    eachTerm(scope, table, row, visit);
    return count;
  };
};

const naming = (scope: Scope, table: Table, prop: number, types: readonly number[]): ((row: number) => number) => {
  const { propOf, targetType, targetNumber } = scope.interner;
  const counts = new Int32Array(table.size);
  for (const type of types) {
    const holder = scope.tables.get(type);
    if (!holder) continue;
    for (let row = 0; row < holder.size; row++) {
      scope.tick();
      if (!scope.readable(holder.acl[row] ?? -1)) continue;
      eachTerm(scope, holder, row, (term) => {
        if (propOf[term] !== prop || targetType[term] !== table.plan.number) return;
        const target = table.rows.get(targetNumber[term] ?? 0);
        if (target >= 0) counts[target] = (counts[target] ?? 0) + 1;
      });
    }
  }
  return (row) => counts[row] ?? 0;
};

export const countRelated = (scope: Scope, table: Table, plan: CountPlan): ((row: number) => number) =>
  plan.by === undefined ? named(scope, table, plan) : naming(scope, table, scope.interner.prop(plan.prop), plan.by);
