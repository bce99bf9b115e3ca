// Counts the related items of a row that the asker may see. Hidden items do not count.

import type { Table } from 'src/server/search/columns/Table.ts';
import { RowSet } from 'src/server/search/evaluate/RowSet.ts';
import { codeReader, countSets, eachOf, matchingTerms, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { CountPlan } from 'src/server/search/evaluate/searchPlan.ts';

type Count = (row: number) => number;

const none: Count = () => 0;

const NOT_COUNTED = -1;

const countNamedItems = (scope: Scope, table: Table, path: string): Count => {
  const sets = setsOf(scope, table, path);
  if (!sets) return none;
  const known = new Int32Array(sets.count).fill(NOT_COUNTED);
  const codeOf = codeReader(scope, sets);
  const mayName = (term: number): boolean => scope.mayName(term);
  return (row) => {
    const code = codeOf(row);
    const before = known[code] as number;
    return before === NOT_COUNTED ? (known[code] = matchingTerms(sets, code, mayName)) : before;
  };
};

const countNamingItems = (scope: Scope, table: Table, path: string, types: readonly number[]): Count => {
  const { targetType, targetNumber } = scope.interner;
  const counts = new Int32Array(table.size);
  for (const type of types) {
    const holder = scope.tables.get(type);
    const sets = holder && setsOf(scope, holder, path);
    if (!sets) continue;
    const named = new RowSet(scope.readableBits(holder)).without(scope.hiddenBits(holder, sets.acl));
    const perSet = countSets(scope, sets, named.rows);
    for (let code = 1; code < sets.count; code++) {
      const times = perSet[code] as number;
      if (times === 0) continue;
      eachOf(sets, code, (term) => {
        const target = targetType[term] === table.plan.number ? table.rows.get(targetNumber[term] ?? 0) : -1;
        if (target >= 0) counts[target] = (counts[target] as number) + times;
      });
    }
  }
  return (row) => counts[row] as number;
};

type Terms = (row: number) => readonly number[];

const NO_ROW_TERMS: Terms = () => [];

/** Returns the readable terms of rows at a property. */
const termsAt = (scope: Scope, table: Table, path: string): Terms => {
  const sets = setsOf(scope, table, path);
  if (!sets) return NO_ROW_TERMS;
  const codeOf = codeReader(scope, sets);
  return (row) => {
    const terms: number[] = [];
    eachOf(sets, codeOf(row), (term) => terms.push(term));
    return terms;
  };
};

/** Counts rows that name an item themselves, or whose related items name it. Each row counts once. */
const countRowsThrough = (scope: Scope, table: Table, { prop, by = [], through = '' }: CountPlan): Count => {
  const { targetType, targetNumber } = scope.interner;
  const counts = new Int32Array(table.size);
  const termsOf = new Map<number, Terms>();
  const above = (term: number): readonly number[] => {
    const type = targetType[term] ?? 0;
    const holder = scope.tables.get(type);
    const row = holder ? scope.visibleRow(term, holder) : -1;
    if (!holder || row < 0) return [];
    const terms = termsOf.get(type) ?? termsAt(scope, holder, prop);
    termsOf.set(type, terms);
    return terms(row);
  };
  for (const holder of by.flatMap((type) => scope.tables.get(type) ?? [])) {
    const [own, related] = [termsAt(scope, holder, prop), termsAt(scope, holder, through)];
    for (const row of scope.readableRows(holder)) {
      scope.tick();
      for (const term of new Set([...own(row), ...related(row).flatMap(above)])) {
        const target = targetType[term] === table.plan.number ? table.rows.get(targetNumber[term] ?? 0) : -1;
        if (target >= 0) counts[target] = (counts[target] as number) + 1;
      }
    }
  }
  return (row) => counts[row] as number;
};

const countNamingRows = (scope: Scope, table: Table, plan: CountPlan & { readonly by: readonly number[] }): Count =>
  plan.through === undefined
    ? countNamingItems(scope, table, plan.prop, plan.by)
    : countRowsThrough(scope, table, plan);

export const countRelated = (scope: Scope, table: Table, { prop, by, through }: CountPlan): Count =>
  by === undefined ? countNamedItems(scope, table, prop) : countNamingRows(scope, table, { prop, by, through });
