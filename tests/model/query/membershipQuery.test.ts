// A stored search applies the conditions of its screen, words and filters for any caller, and only to the permitted types.
import { expect, it } from 'vitest';
import { membershipQuery } from 'src/model/query/membershipQuery.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const reader = { $id: 'User-1', readOrgs: [] };
const search = {
  screen: 'library.books',
  searchString: 'fox',
  selectedFacets: [{ key: 'state', values: ['ACTIVE'] }],
};
const asked = (held: Parameters<typeof membershipQuery>[1]) => membershipQuery(registry, held, reader);

it('[COLL-01] asks for what the search of its screen finds', () => {
  expect(asked({ search, types: undefined })?.must).toMatchObject({ _t: ['Book'], state: ['ACTIVE'], text: ['fox'] });
  expect(asked({ search, types: [] })?.must._t).toEqual(['Book']);
});

it('[COLL-01] finds nothing of types that it may not find', () => {
  expect(asked({ search, types: ['Shelf'] })?.must._t).toEqual([]);
  expect(asked({ search, types: ['Shelf', 'Book'] })?.must._t).toEqual(['Book']);
});

it('[COLL-01] searches only in the named types where it searches in everything', () => {
  const everything = { screen: 'search', searchString: 'fox' };
  const all = asked({ search: everything, types: undefined })?.must._t ?? [];
  expect(all).toContain('Book');
  expect(all).not.toContain('SavedSearch');
  expect(asked({ search: everything, types: ['Book', 'Shelf'] })?.must).toEqual({
    _t: expect.any(Array),
    text: ['fox'],
  });
  expect(asked({ search: everything, types: ['Shelf'] })?.must._t).toEqual(['Shelf']);
});

it('[COLL-01] finds nothing without a search, or when its screen is no longer declared', () => {
  for (const nothing of [undefined, null, 'fox', ['fox']])
    expect(asked({ search: nothing, types: [] })).toBeUndefined();
  expect(asked({ search: { ...search, screen: 'library.gone' }, types: [] })).toBeUndefined();
});
