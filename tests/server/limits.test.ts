// What a request costs of its rate, by how much work it asks for.

import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { costOf } from 'src/server/limits.ts';

const AREA = { type: 'Polygon', coordinates: [] };
const HARD: Readonly<Record<string, Json>> = {
  'a text': { must: { text: ['water'] } },
  'an area': { should: { inArea: [AREA] } },
  'an area of a related item': { must: { 'book.inArea': [AREA] } },
  'a path over a relation': { mustNot: { 'book.shelf.name': ['North'] } },
  'what the asker has starred': { must: { _t: ['Book'], starred: [true] } },
  'what the asker has not read': { must: { unreadMessages: [true] } },
  'a sub-query': { subs: { shelf: { must: { name: ['North'] } } } },
  'a sub-query among others': { subsShould: { shelf: {} } },
};
const EASY: Readonly<Record<string, Json>> = {
  everything: {},
  'a type': { must: { _t: ['Book'] } },
  'values of its own': { must: { _t: ['Book'], state: ['OPEN'] }, mustNot: { related: ['Shelf-1'] }, subs: {} },
};

describe('[TRUST] a question for ten counts', () => {
  const tenOf = (query: Json): Json => ({
    queries: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`q${at}`, query])),
  });

  it.each(Object.keys(HARD))('costs as much as ten searches where each asks for %s', (what) => {
    expect(costOf('count', tenOf(HARD[what] ?? null), 0)).toBe(10);
  });

  it.each(Object.keys(EASY))('costs as much as one where each asks for %s', (what) => {
    expect(costOf('count', tenOf(EASY[what] ?? null), 0)).toBe(1);
  });

  it.each([null, 7, 'x', [], { queries: null }, { queries: [null, 1] }, { queries: { a: { must: 'x' } } }])(
    'bears the body %j',
    (body) => {
      expect(costOf('count', body, 0)).toBe(1);
    },
  );
});
