// The evaluation by itself: columns that grow, shrink and are reused, and a deadline that is kept.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { Lists } from 'src/server/search/columns/Lists.ts';
import { RowIndex } from 'src/server/search/columns/RowIndex.ts';
import { Table, parseInts, type RowMessage } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { textPrefix } from 'src/server/search/columns/textUnits.ts';
import { evaluate } from 'src/server/search/evaluate/evaluate.ts';
import type { SearchPlan } from 'src/server/search/evaluate/searchPlan.ts';
import { OutOfTime, readableBy } from 'src/server/search/evaluate/Scope.ts';
import { sortNumber } from 'src/server/search/evaluate/sortOrder.ts';

const row = (i: number, more: Partial<RowMessage> = {}): RowMessage => ({
  i,
  n: i,
  acl: 1,
  created: i,
  updated: i,
  terms: '{}',
  sortKeys: '{}',
  places: null,
  levels: null,
  words: null,
  label: null,
  ...more,
});
const tableOf = (rows: number): Table => {
  const table = new Table({ type: 'Book', number: 102, columns: [], places: [], facets: [] });
  for (let i = 1; i <= rows; i++) table.put(row(i));
  return table;
};
const plan = (more: Partial<SearchPlan> = {}): SearchPlan => ({
  mask: { bits: new Uint8Array(), known: 0, admin: true },
  now: 0,
  deadline: Infinity,
  facetLimits: [],
  descending: [],
  max: 5,
  forgiving: true,
  after: undefined,
  types: [{ type: 102, must: [], should: [], minShould: 0, mustNot: [], facets: [], sort: [] }],
  ...more,
});

describe('evaluate', () => {
  it('[SRCH-08] gives up past its deadline', () => {
    const columns = { tables: new Map([[102, tableOf(20_000)]]), interner: new TermPlaces() };
    expect(evaluate(columns, plan()).total).toBe(20_000);
    expect(() => evaluate(columns, plan({ deadline: Date.now() - 1 }))).toThrow(OutOfTime);
  });

  it('forgets a removed row, and everything of it when its place is used again', () => {
    const table = new Table({
      type: 'Book',
      number: 102,
      columns: [{ path: 'year', kind: 'number', many: false }],
      places: ['place'],
      facets: [],
    });
    table.put(
      row(1, {
        terms: '{7,8}',
        sortKeys: '{"year":1900}',
        places: JSON.stringify([['place', 5, '(2,2),(1,1)', '(3,3),(0,0)']]),
        levels: JSON.stringify([[5, '{9}', '{"year":1}']]),
      }),
    );
    table.remove(1);
    const columns = { tables: new Map([[102, table]]), interner: new TermPlaces() };
    expect(evaluate(columns, plan()).total).toBe(0);
    table.put(row(2));
    expect(table.size).toBe(1);
    expect(table.terms.lengths[0]).toBe(0);
    table.levels.each(0, () => expect.unreachable());
    const everywhere = { is: 'boxes' as const, boxes: [[-9, -9, 9, 9] as const] };
    const [placed] = plan().types;
    const asked = placed ? [{ ...placed, must: [{ filter: everywhere, facet: -1 }] }] : [];
    expect(evaluate(columns, plan({ types: asked })).total).toBe(0);
    const spans = (path: string) => ({
      is: 'spans' as const,
      path,
      spans: [{ from: -Infinity, to: Infinity }],
      equal: [],
      none: false,
    });
    const [type] = plan().types;
    expect(
      type && evaluate(columns, plan({ types: [{ ...type, must: [{ filter: spans('year'), facet: -1 }] }] })).total,
    ).toBe(0);
  });

  it('reads masks as get_bit does, and knows nothing beyond them', () => {
    const readable = readableBy({ bits: Uint8Array.from([0b10000010, 0b1]), known: 9, admin: false });
    expect([0, 1, 6, 7, 8, 9, 15, 16, -1].filter(readable)).toEqual([1, 7, 8]);
    expect(readableBy({ bits: new Uint8Array(), known: 0, admin: true })(123_456)).toBe(true);
  });
});

describe('a branch of a tree', () => {
  const PART_OF = 7;
  /** Term `PART_OF + n` names item n. */
  const columnsOf = (links: readonly (readonly [item: number, names: readonly number[]])[], hidden: number[] = []) => {
    const table = tableOf(0);
    for (const [i, names] of links)
      table.put(row(i, { acl: hidden.includes(i) ? 2 : 1, terms: `{${names.map((n) => PART_OF + n).join(',')}}` }));
    const interner = new TermPlaces();
    const ids = links.map(([i]) => i);
    interner.add({
      ids: Int32Array.from(ids, (i) => PART_OF + i),
      props: ['partOf'],
      prop: new Int32Array(ids.length),
      targetType: Int32Array.from(ids, () => 102),
      targetNumber: Int32Array.from(ids),
    });
    return { tables: new Map([[102, table]]), interner };
  };
  /** Text of a branch: `number/count below`, with a star for rows that match by themselves. */
  const branch = (columns: ReturnType<typeof columnsOf>, under?: number, more: Partial<SearchPlan> = {}) => {
    const reader = { bits: Uint8Array.from([0b10]), known: 8, admin: false };
    const tree = { type: 102, prop: 'partOf', down: false, under, ...more.tree };
    const { numbers, tree: about = [], total } = evaluate(columns, plan({ mask: reader, ...more, tree }));
    expect(about).toHaveLength(numbers.length);
    const rows = [...numbers].map((i, at) => `${i}/${about[at]?.below}${about[at]?.found ? '*' : ''}`);
    return { rows: rows.toSorted(), total };
  };
  const numbersOf = (...numbers: number[]): Partial<SearchPlan> => {
    const [type] = plan().types;
    return {
      types: [{ ...type!, must: [{ filter: { is: 'numbers', numbers: Int32Array.from(numbers) }, facet: -1 }] }],
    };
  };

  it('[CELL-05] [PERM-01] begins with what has nothing above it that the asker may see', () => {
    const columns = columnsOf(
      [
        [1, []],
        [2, [1]],
        [3, [1]],
        [4, [3]],
        [5, [2, 3]],
      ],
      [3],
    );
    expect(branch(columns).rows).toEqual(['1/1*', '4/0*']);
    expect(branch(columns, 1).rows).toEqual(['2/1*']);
    expect(branch(columns, 3).rows).toEqual([]);
    expect(branch(columns, 2).rows).toEqual(['5/0*']);
    const above = (number: number) => ({
      tree: { type: 102, prop: 'partOf', down: false, under: undefined, above: number },
    });
    expect(branch(columns, undefined, above(5)).rows).toEqual(['1/1*', '2/1*']);
    expect(branch(columns, undefined, above(3)).rows).toEqual([]);
  });

  it('[CELL-05] keeps the ancestors of a match, and says which is which', () => {
    const columns = columnsOf([
      [1, []],
      [2, [1]],
      [3, [2]],
      [4, [1]],
      [5, []],
    ]);
    expect(branch(columns, undefined, numbersOf(3)).rows).toEqual(['1/1']);
    expect(branch(columns, 1, numbersOf(3)).rows).toEqual(['2/1']);
    expect(branch(columns, 2, numbersOf(3)).rows).toEqual(['3/0*']);
  });

  it('[CELL-05] reads links from above, shows every item of a circle once from its oldest, and cuts to a page', () => {
    const down = { tree: { type: 102, prop: 'partOf', down: true, under: undefined } };
    const columns = columnsOf([
      [1, [2, 3]],
      [2, [3]],
      [3, [1]],
      [4, [4]],
      [5, [1]],
    ]);
    expect(branch(columns, undefined, down).rows).toEqual(['4/0*', '5/1*']);
    const circle = columnsOf([
      [2, [3]],
      [3, [4]],
      [4, [2]],
    ]);
    expect(branch(circle).rows).toEqual(['2/1*']);
    const wide = columnsOf([[1, []], ...Array.from({ length: 30 }, (_, at): [number, number[]] => [at + 2, [1]])]);
    expect(branch(wide, 1, { max: 25 })).toMatchObject({ total: 30 });
    expect(branch(wide, 1, { max: 25 }).rows).toHaveLength(25);
  });
});

describe('terms of a property', () => {
  const READER = { bits: Uint8Array.from([0b1010]), known: 8, admin: false };
  const TERMS = [1, 2, 3, 4, 5, 6];
  const interner = new TermPlaces();
  // 1 to 3 are words, 4 to 6 name the items 1 to 3.
  interner.add({
    ids: Int32Array.from(TERMS),
    props: ['word', 'link'],
    prop: Int32Array.from(TERMS, (term) => (term > 3 ? 1 : 0)),
    targetType: Int32Array.from(TERMS, (term) => (term > 3 ? 102 : 0)),
    targetNumber: Int32Array.from(TERMS, (term) => (term > 3 ? term - 3 : 0)),
  });
  const asked = (): SearchPlan => {
    const [type] = plan().types;
    const source = (prop: string) => ({ from: 'terms' as const, prop });
    const count = { prop: 'link', by: undefined };
    const buckets = [0, 1, 2].map((from) => ({ from, to: from + 1 }));
    const must = [{ filter: { is: 'terms' as const, prop: 'word', terms: [1], none: true, every: false }, facet: 0 }];
    const facets = [source('word'), source('link'), { from: 'counted' as const, count, buckets }];
    return plan({
      mask: READER,
      max: 100,
      types: [{ ...type!, must, facets }],
      facetLimits: facets.map(() => ({ max: 10, ties: false })),
    });
  };
  const item = fc.record({
    i: fc.integer({ min: 1, max: 6 }),
    acl: fc.constantFrom(1, 1, 2),
    terms: fc.uniqueArray(fc.constantFrom(...TERMS)),
    restricted: fc.constantFrom(undefined, 3, 2),
  });

  it('[SRCH-08] [PERM-01] sets give the same counts as counting again, after every change of rows and of their readers', () => {
    const text = (terms: readonly number[]): string => `{${terms.toSorted((a, b) => a - b).join(',')}}`;
    const messageOf = ({
      i,
      acl,
      terms,
      restricted,
    }: {
      i: number;
      acl: number;
      terms: number[];
      restricted?: number | undefined;
    }) => {
      const [words, links] = [terms.filter((term) => term < 4), terms.filter((term) => term > 3)];
      if (restricted === undefined) return row(i, { acl, terms: text(terms) });
      return row(i, { acl, terms: text(links), levels: JSON.stringify([[restricted, text(words), '{}']]) });
    };
    type Step =
      | ReturnType<typeof messageOf>
      | { readonly remove: number }
      | { readonly close: true }
      | { readonly readBy: 2 };
    const step = fc.oneof(
      { weight: 6, arbitrary: item.map(messageOf) },
      { weight: 2, arbitrary: fc.record({ remove: fc.integer({ min: 1, max: 6 }) }) },
      { weight: 1, arbitrary: fc.constantFrom({ close: true as const }, { readBy: 2 as const }) },
    );
    const apply = (table: Table, each: Step): void => {
      if ('remove' in each) table.remove(each.remove);
      else if ('close' in each) table.close(new Map([[3, 2]]));
      else if ('readBy' in each) table.readBy({ term: each.readBy, acl: 1, restrictedAcl: 2 });
      else table.put(each);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const table = tableOf(0);
        const fresh = tableOf(0);
        for (const each of steps) {
          // The queries in between make the sets, which later changes must update.
          evaluate({ tables: new Map([[102, table]]), interner }, asked());
          apply(table, each);
          apply(fresh, each);
        }
        const answer = evaluate({ tables: new Map([[102, table]]), interner }, asked());
        expect(answer).toEqual(evaluate({ tables: new Map([[102, fresh]]), interner }, asked()));
      }),
    );
  });

  it('counts a hidden value as none, and a hidden item as no related one', () => {
    const table = tableOf(0);
    table.put(row(1, { terms: '{2,5,6}' }));
    table.put(row(2, { acl: 2, terms: '{1,4}' }));
    table.put(row(3, { terms: '{4}', levels: JSON.stringify([[2, '{1}', '{}']]) }));
    const { facets, numbers } = evaluate({ tables: new Map([[102, table]]), interner }, asked());
    expect([...numbers]).toEqual([3]);
    expect(facets.map(({ values, counts, none }) => [values, counts, none])).toEqual([
      [[2], [1], 1],
      [[4], [1], 0],
      [[1], [1], 0],
    ]);
  });
});

describe('the first rows', () => {
  it('[SRCH-08] are those of the whole order, for any equal values', () => {
    const value = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 3 }));
    const word = fc.oneof(fc.constant(null), fc.stringMatching(/^[ab]{0,8}$/));
    const items = fc.array(fc.record({ year: value, title: word }), { maxLength: 40 });
    const columns = [
      { path: 'year', kind: 'number' as const, many: false },
      { path: 'title', kind: 'text' as const, many: false },
    ];
    fc.assert(
      fc.property(items, fc.boolean(), fc.boolean(), fc.nat(12), (all, byText, descending, max) => {
        const table = new Table({ type: 'Book', number: 102, columns, places: [], facets: [] });
        all.forEach((each, at) => {
          const known = Object.entries(each).filter(([, known]) => known !== null);
          table.put(row(at + 1, { sortKeys: JSON.stringify(Object.fromEntries(known)) }));
        });
        const sort = (byText ? ['title', 'year'] : ['year', 'title']).map((path) => ({ from: 'value' as const, path }));
        const [type] = plan().types;
        const found = (more: Partial<SearchPlan>) =>
          evaluate(
            { tables: new Map([[102, table]]), interner: new TermPlaces() },
            plan({ types: [{ ...type!, sort }], descending: [descending, false], ...more }),
          );
        const whole = [...found({ max: 1000 }).numbers];
        const first = found({ max });
        expect([...first.numbers]).toEqual(whole.slice(0, max));
        if (first.last) expect([...found({ max, after: first.last }).numbers]).toEqual(whole.slice(max, 2 * max));
      }),
    );
  });
});

describe('columns', () => {
  it('keep lists through growth, shrinking and packing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 30 }), fc.array(fc.integer({ min: 0, max: 1e6 }), { maxLength: 200 })),
          { maxLength: 200 },
        ),
        (writes) => {
          const lists = new Lists(Int32Array);
          const expected = new Map<number, number[]>();
          for (const [at, values] of writes) {
            lists.set(at, values);
            expected.set(at, values);
          }
          for (const [at, values] of expected) {
            const start = lists.starts[at] ?? 0;
            expect([...lists.data.subarray(start, start + (lists.lengths[at] ?? 0))]).toEqual(values);
          }
        },
      ),
    );
  });

  it('find rows by number, near and far', () => {
    const index = new RowIndex();
    const numbers = [1, 5_000_000, 2, 2_147_483_647, 1_500_000];
    numbers.forEach((number, at) => index.set(number, at));
    expect(numbers.map((number) => index.get(number))).toEqual([0, 1, 2, 3, 4]);
    index.delete(5_000_000);
    index.delete(1);
    expect([1, 3, 5_000_000, 2_147_483_647].map((number) => index.get(number))).toEqual([-1, -1, -1, 3]);
  });

  it('read the arrays of PostgreSQL', () => {
    expect(parseInts('{}')).toEqual([]);
    expect(parseInts('{7}')).toEqual([7]);
    expect(parseInts('{12,345,6}')).toEqual([12, 345, 6]);
  });

  it('order by key as by value, numbers before texts before nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (a, b) => {
        if (textPrefix(a) !== textPrefix(b)) expect(textPrefix(a) < textPrefix(b)).toBe(a < b);
        for (const descending of [false, true]) {
          if (sortNumber(a, descending) < sortNumber(b, descending)) expect(descending ? a > b : a < b).toBe(true);
          expect(sortNumber(1e15, descending)).toBeLessThan(sortNumber(a, descending));
          expect(sortNumber(a, descending)).toBeLessThan(sortNumber(null, descending));
        }
      }),
    );
  });
});
