// Shape and bounds of a query from outside.
import { describe, expect, it } from 'vitest';
import { isProblem } from 'src/model/problems.ts';
import { parseQuery } from 'src/model/query/parseQuery.ts';

const refusal = (body: unknown): unknown => {
  try {
    parseQuery(body);
  } catch (error) {
    return isProblem(error) && error.key === 'invalid'
      ? (error.params?.errors as { path: string }[] | undefined)?.[0]?.path
      : error;
  }
  return undefined;
};
const nested = (depth: number): unknown => (depth === 0 ? {} : { subs: { a: nested(depth - 1) } });

describe('parseQuery', () => {
  it('[SRCH-01] takes every member of the query object', () => {
    const query = {
      must: { _t: ['Book'], year: [{ from: 1700, to: 1800 }, null], $id: ['Book-1'] },
      should: { state: ['ACTIVE'] },
      mustNot: { genres: [] },
      minShould: 1,
      subs: { loans: { must: { state: ['PAST'] } } },
      subsShould: {},
      sort: [{ key: 'year', order: 'desc' }],
      facets: ['state', { key: 'shelf', max: 5, text: 'nor' }],
      labels: true,
      max: 2147483647,
      after: 'x',
      ids: ['Book-1'],
    };
    expect(parseQuery(query)).toEqual(query);
    expect(parseQuery(undefined)).toEqual({});
  });

  it.each([
    [{ mustt: {} }, '/mustt'],
    [{ must: [] }, '/must'],
    [{ must: { state: 'ACTIVE' } }, '/must/state'],
    [{ must: { 'a/b': [{ from: 1, upto: 2 }] } }, '/must/a~1b/0'],
    [{ must: { a: [{}] } }, '/must/a/0'],
    [{ must: { a: [Number.POSITIVE_INFINITY] } }, '/must/a/0'],
    [{ must: { text: [5] } }, '/must/text/0'],
    [{ subs: { a: { max: 1 } } }, '/subs/a/max'],
    [{ sort: [{ key: 'a', order: 'up' }] }, '/sort/0'],
    [{ facets: [{ key: 'a', top: 1 }] }, '/facets/0'],
    [{ max: -1 }, '/max'],
    [{ minShould: 1.5 }, '/minShould'],
    [{ ids: ['Book'] }, '/ids/0'],
    [{ labels: 'yes' }, '/labels'],
    [[], ''],
  ])('refuses %j at %s', (body, path) => {
    expect(refusal(body)).toBe(path);
  });

  it('[SRCH-08] bounds sub-queries, depth, facets and values', () => {
    const many = (count: number): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]));
    expect(refusal({ subs: many(5) })).toBeUndefined();
    expect(refusal({ subs: many(6) })).toBe('/subs/k5');
    expect(refusal({ subs: many(3), subsShould: { a: { subs: many(2) } } })).toBe('/subsShould/a/subs/k1');
    expect(refusal(nested(3))).toBeUndefined();
    expect(refusal(nested(4))).toBe('/subs/a/subs/a/subs/a/subs/a');
    expect(refusal({ facets: Array.from({ length: 21 }, () => 'a') })).toBe('/facets');
    const keys = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, []]));
    expect(refusal({ subs: { ['a.'.repeat(101)]: {} } })).toBe('/subs');
    expect(refusal({ must: keys(50), subs: { x: { mustNot: keys(50) } } })).toBeUndefined();
    expect(refusal({ must: keys(50), subs: { x: { mustNot: keys(51) } } })).toBe('/subs/x/mustNot/k50');
    expect(
      refusal({ must: { a: Array.from({ length: 600 }, () => 1), b: Array.from({ length: 400 }, () => 1) } }),
    ).toBeUndefined();
    expect(
      refusal({
        must: { a: Array.from({ length: 600 }, () => 1) },
        subs: { x: { mustNot: { b: Array.from({ length: 401 }, () => 1) } } },
      }),
    ).toBe('/subs/x/mustNot/b');
  });
});
