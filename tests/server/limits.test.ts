// Cost of a request in tokens, by the work that it asks for.

import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { countEndpoint } from 'src/server/search/countEndpoint.ts';
import { search } from 'src/server/search/searchEndpoint.ts';
import { filterByPerm } from 'src/server/rights/filterByPermEndpoint.ts';

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

describe('[TRUST] a search', () => {
  const typed = Array.from({ length: 180 }, (_, at) => `word${at}`).join(' ');

  it.each<[string, Json, number]>([
    ['one type', { must: { _t: ['Book'], text: ['red fox'] } }, 1],
    ['items by their ids', { ids: ['Book-1'] }, 1],
    ['all types', { must: { text: ['red fox'] } }, 2],
    ['180 words in one type', { must: { _t: ['Book'], text: [typed] } }, 10],
    ['180 words in a sub-query', { must: { _t: ['Book'] }, subs: { shelf: { should: { text: [typed] } } } }, 10],
    ['180 words in a facet', { must: { _t: ['Book'] }, facets: [{ key: 'title', text: typed }] }, 10],
  ])('of %s costs by its words and types', (_what, body, cost) => {
    expect(search.cost(body)).toBe(cost);
  });
});

describe('[TRUST] act/filterByPerm', () => {
  it.each<[Readonly<Record<string, Json>>, number]>([
    [{ query: { max: 50 } }, 1],
    [{ query: {} }, 6],
    [{ query: {}, chain: ['read', 'update', 'delete'] }, 16],
    [{ query: { max: 1e9 }, chain: 'read' }, 6],
    [{ query: null, chain: null }, 6],
  ])('with %j costs by items times actions', (input, cost) => {
    expect(filterByPerm.cost(input)).toBe(cost);
  });
});

describe('[TRUST] a question for ten counts', () => {
  const tenOf = (query: Json): Json => ({
    queries: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`q${at}`, query])),
  });

  it.each(Object.keys(HARD))('costs as much as ten searches where each asks for %s', (what) => {
    expect(countEndpoint.cost(tenOf(HARD[what] ?? null))).toBe(10);
  });

  it.each(Object.keys(EASY))('costs as much as one where each asks for %s', (what) => {
    expect(countEndpoint.cost(tenOf(EASY[what] ?? null))).toBe(1);
  });

  it.each([null, 7, 'x', [], { queries: null }, { queries: [null, 1] }, { queries: { a: { must: 'x' } } }])(
    'accepts the body %j',
    (body) => {
      expect(countEndpoint.cost(body)).toBe(1);
    },
  );
});
