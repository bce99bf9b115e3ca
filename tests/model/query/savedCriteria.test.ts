// A saved search becomes an equivalent query with criteria and chosen facets together, or nothing if there is none.
import { expect, it } from 'vitest';
import { conditionQuery, criteriaFaults, criteriaOf, readConditions } from 'src/model/query/savedCriteria.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const reader = { $id: 'User-1', readOrgs: [] };
const filter = (prop: string, ...value: string[]) => ({ prop, kind: 'SEL', value });
const queryOf = (saved: object) => queryOfSaved(registry, { screen: 'library.books', ...saved }, reader);

it('[SRCH-04] asks for filters, groups, alternatives, facets and words together', () => {
  const query = queryOf({
    searchString: 'fox',
    selectedFacets: [{ key: 'genres', values: ['SONGS'] }],
    criteria: {
      filters: [filter('state', 'ACTIVE'), filter('year', '{"from":1900}')],
      groups: [{ filters: [filter('fragile', 'true')] }, { relation: 'shelf', filters: [filter('title', 'North')] }],
      groupsShould: [
        { filters: [filter('price', '1')] },
        { filters: [filter('price', '2')] },
        { relation: 'sequels', filters: [filter('state', 'DRAFT')] },
      ],
    },
  });
  expect(query?.must).toEqual({
    _t: ['Book'],
    genres: ['SONGS'],
    state: ['ACTIVE'],
    year: [{ from: 1900 }],
    fragile: [true],
    text: ['fox'],
  });
  expect(query?.subs).toEqual({ shelf: { must: { title: ['North'] } } });
  expect(query?.should).toEqual({ price: [1, 2] });
  expect(query?.subsShould).toEqual({ sequels: { must: { state: ['DRAFT'] } } });
});

it.each([
  [
    'a filter without a value',
    { criteria: { filters: [{ prop: 'state', kind: 'SEL' }] } },
    '/criteria/filters/0/value',
  ],
  [
    'an unknown kind',
    { criteria: { filters: [{ ...filter('state', 'A'), kind: 'MOOD' }] } },
    '/criteria/filters/0/kind',
  ],
  [
    'a property asked for twice',
    { selectedFacets: [{ key: 'state', values: ['A'] }], criteria: { filters: [filter('state', 'B')] } },
    '/criteria/filters/0',
  ],
  [
    'a relation asked for twice',
    { criteria: { groups: [1, 2].map(() => ({ relation: 'shelf', filters: [] })) } },
    '/criteria/groups/1',
  ],
  [
    'an alternative of two filters',
    { criteria: { groupsShould: [{ filters: [filter('state', 'A'), filter('year', '1')] }] } },
    '/criteria/groupsShould/0',
  ],
  ['an empty group', { criteria: { groups: [{ filters: [] }] } }, '/criteria/groups/0/filters'],
  [
    'a value that nothing can hold',
    { criteria: { filters: [filter('state', 'A\u0000')] } },
    '/criteria/filters/0/value/0',
  ],
])('[SRCH-04] asks for nothing at all with %s', (_name, saved, path) => {
  expect(criteriaFaults(saved).map((fault) => fault.path)).toEqual([path]);
  expect(queryOf(saved)).toBeUndefined();
});

it('[SRCH-04] reads groups from an address, and something that no search takes from a broken one', () => {
  const criteria = { groups: [{ relation: 'shelf', filters: [filter('title', 'North')] }], groupsShould: [] };
  expect(readConditions(JSON.stringify(criteria))).toEqual(criteria);
  expect(criteriaOf({ criteria }).conditions).toEqual(criteria);
  for (const broken of ['{', '[]', '{"groups":[{"filters":[{"prop":"state"}]}],"groupsShould":[]}'])
    expect(readConditions(broken)?.groups).toEqual([{ relation: '?', filters: [] }]);
  expect(readConditions(null)).toBeUndefined();
});

it('[SRCH-04] reads an alternative of any name from an address, such as the name of an inherited member', () => {
  const groupsShould = ['__proto__', 'constructor'].map((prop) => ({ filters: [filter(prop, 'x')] }));
  const conditions = readConditions(JSON.stringify({ groups: [], groupsShould }));
  expect(conditions?.groupsShould).toEqual(groupsShould);
  expect(Object.entries(conditionQuery(conditions).should ?? {})).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['x']],
  ]);
});
