// Limits of a whole query that its schema cannot express. The schema refuses invalid shapes, see tests/codegen/wire.test.ts.
import { describe, expect, it } from 'vitest';
import { isProblem } from 'src/model/problems.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';

const refusal = (query: Query): unknown => {
  try {
    refuseUnbounded(query);
  } catch (error) {
    return isProblem(error) && error.key === 'invalid'
      ? (error.params?.errors as { path: string }[] | undefined)?.[0]?.path
      : error;
  }
  return undefined;
};
const nested = (depth: number): Query => (depth === 0 ? {} : { subs: { a: nested(depth - 1) } });
const many = (count: number): Record<string, Query> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]));
const keys = (count: number): Record<string, []> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, []]));
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('[SRCH-08] a whole query', () => {
  it('holds five sub-queries, four deep', () => {
    expect(refusal({ subs: many(5) })).toBeUndefined();
    expect(refusal({ subs: many(6) })).toBe('/subs/k5');
    expect(refusal({ subs: many(3), subsShould: { a: { subs: many(2) } } })).toBe('/subsShould/a/subs/k1');
    expect(refusal(nested(3))).toBeUndefined();
    expect(refusal(nested(4))).toBe('/subs/a/subs/a/subs/a/subs/a');
  });

  it('holds a hundred keys, twenty texts and a thousand values, wherever they stand', () => {
    expect(refusal({ must: keys(50), subs: { x: { mustNot: keys(50) } } })).toBeUndefined();
    expect(refusal({ must: keys(50), subs: { x: { mustNot: keys(51) } } })).toBe('/subs/x/mustNot/k50');
    expect(refusal({ must: { a: ones(600), b: ones(400) } })).toBeUndefined();
    expect(refusal({ must: { a: ones(600) }, subs: { x: { mustNot: { b: ones(401) } } } })).toBe('/subs/x/mustNot/b');
    expect(refusal({ must: { a: ones(999) }, ids: ['Book-1', 'Book-2'] })).toBe('/ids');
    const texts = (count: number): string[] => ones(count).map(String);
    expect(refusal({ must: { text: texts(15) }, subs: { x: { must: { text: texts(5) } } } })).toBeUndefined();
    expect(refusal({ must: { text: texts(15) }, subs: { x: { must: { text: texts(6) } } } })).toBe('/subs/x/must/text');
  });
});
