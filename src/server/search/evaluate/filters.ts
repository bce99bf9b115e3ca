// Compiles filters to a test over the rows of one table. Values that the asker may not read, and relations to hidden items, are treated as
// missing: a hidden value gives the same result as an absent one.

import type { Span } from 'src/model/query/buckets.ts';
import type { Box } from 'src/model/geo/box.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import type { BoxTest } from 'src/server/search/columns/PlaceColumn.ts';
import { hasBit } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { WITH_ITEM, type NumberColumn } from 'src/server/search/columns/valueColumns.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import type { ConditionPlan, FilterPlan, SubRelation, TargetFilter } from 'src/server/search/evaluate/searchPlan.ts';
import {
  matchingTerms,
  countSets,
  remembered,
  setsOf,
  setTest,
  someOf,
  type TermTest,
} from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type RowTest = (row: number) => boolean;

const neverMatches: RowTest = () => false;
const always: RowTest = () => true;

type Plan<K extends FilterPlan['is']> = Extract<FilterPlan, { is: K }>;

const compileTerms = (scope: Scope, table: Table, plan: Plan<'terms'>): RowTest => {
  const sets = setsOf(scope, table, plan.prop);
  if (!sets) return plan.none ? always : neverMatches;
  const mayName: TermTest = (term) => scope.mayName(term);
  const wanted = new Set(plan.terms.filter(mayName));
  const isEvery = plan.every && plan.terms.length > 1 && !plan.none;
  if (isEvery && wanted.size < plan.terms.length) return neverMatches;
  const least = isEvery ? wanted.size : 1;
  return setTest(
    scope,
    sets,
    (code) =>
      matchingTerms(sets, code, (term) => wanted.has(term)) >= least || (plan.none && !someOf(sets, code, mayName)),
  );
};

const compileRelated = (scope: Scope, table: Table, plan: Plan<'related'>): RowTest => {
  const { interner } = scope;
  const wanted = new Set(plan.terms.filter((term) => scope.mayName(term)));
  const props = new Set([...wanted].map((term) => interner.propOf[term] ?? 0).filter((prop) => prop > 0));
  const tests = [...props].map((prop) => {
    const sets = table.setsOf(interner, prop);
    return setTest(scope, sets, (code) => someOf(sets, code, (term) => wanted.has(term)));
  });
  return atLeast(tests, 1);
};

/** Tests a value, or the first and last day of a value that covers several: it passes where some part of it lies within a span. */
type NumberTest = (first: number, last?: number) => boolean;

const inSpans = (spans: readonly Span[], equal: readonly number[]): NumberTest => {
  const [only] = spans;
  if (only && spans.length === 1 && equal.length === 0)
    return (first, last = first) => last >= only.from && first < only.to;
  return (first, last = first) =>
    equal.some((value) => first <= value && last >= value) ||
    spans.some((span) => last >= span.from && first < span.to);
};

/** Passes the readable values of a number column to `test` until it returns true. */
export const someNumber = (scope: Scope, column: NumberColumn, test: NumberTest): RowTest => {
  const { acl, all } = column;
  const step = column.last ? 2 : 1;
  return (row) => {
    const level = acl.get(row);
    if (level !== WITH_ITEM && !scope.readable(level)) return false;
    if (!all) {
      const value = column.first[row] ?? Number.NaN;
      return !Number.isNaN(value) && test(value, column.last?.[row]);
    }
    const start = all.starts[row] ?? 0;
    for (let at = start; at < start + (all.lengths[row] ?? 0); at += step)
      if (test(all.data[at] ?? 0, all.data[at + step - 1] ?? 0)) return true;
    return false;
  };
};

const compileSpans = (scope: Scope, table: Table, plan: Plan<'spans'>): RowTest => {
  const inside = inSpans(plan.spans, plan.equal);
  if (plan.path === 'created' || plan.path === 'updated') {
    const moments = table[plan.path];
    return (row) => inside(moments[row] ?? 0);
  }
  const column = table.columns.get(plan.path);
  if (column?.kind !== 'number') return plan.none ? always : neverMatches;
  const some = someNumber(scope, column, inside);
  if (!plan.none) return some;
  const has = someNumber(scope, column, () => true);
  return (row) => some(row) || !has(row);
};

const compileClock = (scope: Scope, table: Table, plan: Plan<'clock'>): RowTest => {
  const column = table.columns.get(plan.path);
  if (column?.kind !== 'steps') return plan.none ? always : neverMatches;
  const places = new Set(plan.tokens.map((token) => column.tokens.indexOf(token)).filter((place) => place >= 0));
  return (row) => {
    const level = column.acl.get(row);
    const place = level === WITH_ITEM || scope.readable(level) ? column.at(row, scope.now) : -1;
    return place < 0 ? plan.none : places.has(place);
  };
};

const compileCounted = (scope: Scope, table: Table, plan: Plan<'counted'>): RowTest => {
  const inside = inSpans(plan.spans, plan.equal);
  const count = countRelated(scope, table, plan.count);
  return (row) => inside(count(row));
};

const anywhere: BoxTest = () => true;

const compilePlaced = (scope: Scope, table: Table, { props }: Plan<'placed'>): RowTest => {
  const tests = props.flatMap(
    (prop) => table.places.get(prop)?.test(scope.readable, { place: anywhere, cell: anywhere }) ?? [],
  );
  return (row) => tests.some((test) => test(row));
};

const compileNumbers = (table: Table, plan: Plan<'numbers'>): RowTest => {
  const flags = new Uint8Array(table.size);
  for (const number of plan.numbers) {
    const row = table.rows.get(number);
    if (row >= 0) flags[row] = 1;
  }
  return (row) => flags[row] === 1;
};

const anyPlace = (scope: Scope, table: Table, passes: { readonly place: BoxTest; readonly cell: BoxTest }): RowTest => {
  const tests = [...table.places.values()].map((column) => column.test(scope.readable, passes));
  const [only = neverMatches] = tests;
  return tests.length < 2 ? only : (row) => tests.some((test) => test(row));
};

const compileBoxes = (scope: Scope, table: Table, { boxes }: Plan<'boxes'>): RowTest => {
  const meets: BoxTest = (west, south, east, north) =>
    boxes.some((box) => west <= box[2] && east >= box[0] && south <= box[3] && north >= box[1]);
  return anyPlace(scope, table, { place: meets, cell: meets });
};

const compileAreas = (scope: Scope, table: Table, { areas, onEdge }: Plan<'areas'>): RowTest => {
  const prepared = areas.map(prepareArea);
  const meets = compileNumbers(table, { is: 'numbers', numbers: onEdge });
  const relation = (box: Box): 'outside' | 'inside' | 'crosses' => {
    const found = prepared.map((area) => area.boxRelation(box));
    return found.find((each) => each === 'inside') ?? found.find((each) => each === 'crosses') ?? 'outside';
  };
  return anyPlace(scope, table, {
    place: (west, south, east, north, row) => {
      const found = relation([west, south, east, north]);
      return found === 'inside' || (found === 'crosses' && meets(row));
    },
    // The general form equals its box.
    cell: (west, south, east, north) => relation([west, south, east, north]) !== 'outside',
  });
};

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
      return table ? [[target.type, { table, test: compileFilter(scope, table, target[which]) }] as const] : [];
    }),
  );

const compileHop = (scope: Scope, table: Table, plan: Plan<'hop'>): RowTest => {
  const sets = setsOf(scope, table, plan.prop);
  if (!sets) return plan.none ? always : neverMatches;
  const some = targetTest(scope, targetTests(scope, plan.targets, 'some'));
  if (!plan.none) return setTest(scope, sets, (code) => someOf(sets, code, some));
  const any = targetTest(scope, targetTests(scope, plan.targets, 'any'));
  return setTest(scope, sets, (code) => someOf(sets, code, some) || !someOf(sets, code, any));
};

const forwardTest = (scope: Scope, table: Table, relation: SubRelation): RowTest => {
  const tests = new Map(
    relation.tables.flatMap((condition) => {
      const target = scope.tables.get(condition.type);
      return target
        ? [[condition.type, { table: target, test: compileCondition(scope, target, condition) }] as const]
        : [];
    }),
  );
  const sets = setsOf(scope, table, relation.prop);
  const test = targetTest(scope, tests);
  return sets ? setTest(scope, sets, (code) => someOf(sets, code, test)) : neverMatches;
};

/** Marks the rows of the targets in a set. */
const markTargets = ({ interner }: Scope, table: Table, sets: TermSets, code: number, flags: Uint8Array): void => {
  const end = sets.starts[code + 1] as number;
  for (let at = sets.starts[code] as number; at < end; at++) {
    const term = sets.terms[at] as number;
    const target =
      interner.targetType[term] === table.plan.number ? table.rows.get(interner.targetNumber[term] ?? 0) : -1;
    if (target >= 0) flags[target] = 1;
  }
};

const inverse = (scope: Scope, table: Table, relation: SubRelation): RowTest => {
  const flags = new Uint8Array(table.size);
  for (const condition of relation.tables) {
    const holder = scope.tables.get(condition.type);
    const sets = holder && setsOf(scope, holder, relation.prop);
    if (!sets) continue;
    const test = compileCondition(scope, holder, condition);
    const counts = countSets(scope, sets, [scope.readableRows(holder).filter(test)]);
    for (let code = 1; code < sets.count; code++) if (counts[code] !== 0) markTargets(scope, table, sets, code, flags);
  }
  return (row) => flags[row] === 1;
};

const compileSub = (scope: Scope, table: Table, plan: Plan<'sub'>): RowTest => {
  const tests = plan.relations.map((relation) =>
    (relation.direction === 'forward' ? forwardTest : inverse)(scope, table, relation),
  );
  return (row) => tests.some((test) => test(row));
};

export const compileFilter = (scope: Scope, table: Table, plan: FilterPlan): RowTest => {
  switch (plan.is) {
    case 'nothing':
      return neverMatches;
    case 'everything':
      return always;
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
      return compileNumbers(table, plan);
    case 'text': {
      const rows = scope.texts.rows(table, plan.texts);
      return (row) => hasBit(rows, row);
    }
    case 'boxes':
      return compileBoxes(scope, table, plan);
    case 'areas':
      return compileAreas(scope, table, plan);
    case 'not': {
      const test = compileFilter(scope, table, plan.filter);
      return (row) => !test(row);
    }
    case 'hop':
      return compileHop(scope, table, plan);
    case 'sub':
      return compileSub(scope, table, plan);
  }
};

/** Returns true when at least `minimum` of the tests pass. */
export const atLeast = (tests: readonly RowTest[], minimum: number): RowTest => {
  if (minimum <= 0) return always;
  if (minimum > tests.length) return neverMatches;
  return (row) => {
    let held = 0;
    for (const test of tests) if (test(row) && ++held >= minimum) return true;
    return false;
  };
};

/** Compiles a whole condition. The caller applies the read filter of the row itself. */
export const compileCondition = (scope: Scope, table: Table, plan: ConditionPlan): RowTest => {
  const must = plan.must.map(({ filter }) => compileFilter(scope, table, filter));
  const mustNot = plan.mustNot.map((filter) => compileFilter(scope, table, filter));
  const should = atLeast(
    plan.should.map((filter) => compileFilter(scope, table, filter)),
    plan.minShould,
  );
  return (row) => must.every((test) => test(row)) && should(row) && !mustNot.some((test) => test(row));
};
