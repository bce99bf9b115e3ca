// Compiles filters and whole conditions over the rows of one table, those on related items included.

import { andNotInto, bitsFor, countBits, rowsOfBits, setBit } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { compileAreas, compileBoxes, compilePlaced } from 'src/server/search/evaluate/boxFilters.ts';
import {
  EVERY_ROW,
  NO_ROW,
  isCheap,
  passingRows,
  testOf,
  type RowFilter,
  type RowTest,
} from 'src/server/search/evaluate/rowFilter.ts';
import { countSets, eachOf, remembered, setsOf, someOf, type TermTest } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { ConditionPlan, FilterPlan, SubRelation, TargetFilter } from 'src/server/search/evaluate/searchPlan.ts';
import {
  compileClock,
  compileCounted,
  compileRelated,
  compileSpans,
  compileTerms,
  rowsOfNumbers,
  withoutValues,
  type ValuePlan,
} from 'src/server/search/evaluate/valueFilters.ts';

/** Tests the terms of a relation with the test of the visible target. */
const targetTest = (
  scope: Scope,
  tests: ReadonlyMap<number, { readonly table: Table; readonly test: RowTest }>,
): TermTest => {
  const { targetType } = scope.interner;
  return remembered(targetType.length, (term) => {
    scope.tick();
    const target = tests.get(targetType[term] ?? 0);
    const row = target ? scope.visibleRow(term, target.table) : -1;
    return target !== undefined && row >= 0 && target.test(row);
  });
};

const targetTests = (scope: Scope, targets: readonly TargetFilter[], which: 'some' | 'any') =>
  new Map(
    targets.flatMap((target) => {
      const table = scope.tables.get(target.type);
      if (!table) return [];
      return [[target.type, { table, test: testOf(scope, compileFilter(scope, table, target[which])) }] as const];
    }),
  );

const compileHop = (scope: Scope, table: Table, plan: ValuePlan<'hop'>): RowFilter => {
  const sets = setsOf(scope, table, plan.prop);
  if (!sets) return withoutValues(plan);
  const some = targetTest(scope, targetTests(scope, plan.targets, 'some'));
  if (!plan.none) return { by: 'set', sets, passes: (code) => someOf(sets, code, some), isCostly: true };
  const any = targetTest(scope, targetTests(scope, plan.targets, 'any'));
  const passes = (code: number): boolean => someOf(sets, code, some) || !someOf(sets, code, any);
  return { by: 'set', sets, passes, isCostly: true };
};

const forwardFilter = (scope: Scope, table: Table, relation: SubRelation): RowFilter => {
  const sets = setsOf(scope, table, relation.prop);
  if (!sets) return NO_ROW;
  const tests = new Map(
    relation.tables.flatMap((condition) => {
      const target = scope.tables.get(condition.type);
      if (!target) return [];
      return [[condition.type, { table: target, test: conditionTest(scope, target, condition) }] as const];
    }),
  );
  const test = targetTest(scope, tests);
  return { by: 'set', sets, passes: (code) => someOf(sets, code, test), isCostly: true };
};

/** Finds the items that other matching items name. */
const inverseFilter = (scope: Scope, table: Table, relation: SubRelation): RowFilter => {
  const { targetType, targetNumber } = scope.interner;
  const bits = bitsFor(table.size);
  const mark = (term: number): void => {
    const row = targetType[term] === table.plan.number ? table.rows.get(targetNumber[term] ?? 0) : -1;
    if (row >= 0) setBit(bits, row);
  };
  for (const condition of relation.tables) {
    const holder = scope.tables.get(condition.type);
    const sets = holder && setsOf(scope, holder, relation.prop);
    if (!sets) continue;
    const named = conditionRows(scope, holder, condition, scope.readableBits(holder));
    andNotInto(named, scope.hiddenBits(holder, sets.acl) ?? bitsFor(0));
    const counts = countSets(scope, sets, rowsOfBits(named, countBits(named)));
    for (let code = 1; code < sets.count; code++) if (counts[code] !== 0) eachOf(sets, code, mark);
  }
  return { by: 'bits', bits };
};

const compileSub = (scope: Scope, table: Table, plan: ValuePlan<'sub'>): RowFilter => ({
  by: 'some',
  least: 1,
  filters: plan.relations.map((relation) =>
    (relation.direction === 'forward' ? forwardFilter : inverseFilter)(scope, table, relation),
  ),
});

export const compileFilter = (scope: Scope, table: Table, plan: FilterPlan): RowFilter => {
  switch (plan.is) {
    case 'nothing':
      return NO_ROW;
    case 'everything':
      return EVERY_ROW;
    case 'terms':
      return compileTerms(scope, table, plan);
    case 'related':
      return compileRelated(scope, table, plan);
    case 'spans':
      return compileSpans(scope, table, plan);
    case 'clock':
      return compileClock(scope, table, plan);
    case 'counted':
      return compileCounted(scope, table, plan);
    case 'placed':
      return compilePlaced(scope, table, plan);
    case 'numbers':
      return { by: 'bits', bits: rowsOfNumbers(table, plan.numbers) };
    case 'text':
      return { by: 'bits', bits: scope.texts.rows(table, plan.texts) };
    case 'boxes':
      return compileBoxes(scope, table, plan);
    case 'areas':
      return compileAreas(scope, table, plan);
    case 'not':
      return { by: 'not', filter: compileFilter(scope, table, plan.filter) };
    case 'some':
      return {
        by: 'some',
        filters: plan.filters.map((filter) => compileFilter(scope, table, filter)),
        least: plan.least,
      };
    case 'hop':
      return compileHop(scope, table, plan);
    case 'sub':
      return compileSub(scope, table, plan);
  }
};

type Condition = Omit<ConditionPlan, 'type'>;

/** Returns the filters of a condition that every row must pass, cheap ones first. */
const requiredFilters = (scope: Scope, table: Table, { must, should, minShould, mustNot }: Condition): RowFilter[] => {
  const compile = (filter: FilterPlan): RowFilter => compileFilter(scope, table, filter);
  const filters: RowFilter[] = [
    ...must.map(({ filter }) => compile(filter)),
    ...mustNot.map((filter): RowFilter => ({ by: 'not', filter: compile(filter) })),
  ];
  if (minShould > 0) filters.push({ by: 'some', filters: should.map(compile), least: minShould });
  return [...filters.filter(isCheap), ...filters.filter((filter) => !isCheap(filter))];
};

/** Returns a test of a whole condition. The caller applies the read filter of the row itself. */
const conditionTest = (scope: Scope, table: Table, condition: Condition): RowTest => {
  const tests = requiredFilters(scope, table, condition).map((filter) => testOf(scope, filter));
  return (row) => tests.every((test) => test(row));
};

/** Returns the rows among these that meet a whole condition. */
export const conditionRows = (scope: Scope, table: Table, condition: Condition, among: Uint32Array): Uint32Array => {
  let rows = among;
  for (const filter of requiredFilters(scope, table, condition)) rows = passingRows(scope, table, filter, rows);
  return rows === among ? among.slice() : rows;
};
