// The generated validators of the wire: they accept the examples of the contract and refuse everything else.
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import { bodyValidators, envelopeValidators } from 'src/model/generated/wireValidators.ts';

const passes = (name: string, body: unknown): boolean => bodyValidators[name]!(body);

describe('[CONN-01] the envelope', () => {
  const envelope = envelopeValidators['envelope']!;
  it.each([
    { o: 'ping' },
    { o: 'read/Book-1', s: '1', v: '0.1.0' },
    { o: 'create/Book', b: { title: 'x' }, s: '2', key: '0b8ad2f5-5d8e-4dd5-8f0b-6f6f6f6f6f6f' },
  ])('takes %j', (each) => {
    expect(envelope(each)).toBe(true);
  });
  it.each([
    {},
    { o: 1 },
    { o: '' },
    { o: 'ping', s: 1 },
    { o: 'ping', extra: true },
    { o: 'ping', key: 'short' },
    null,
    [],
  ])('refuses %j', (each) => {
    expect(envelope(each)).toBe(false);
  });
});

describe('[SRCH-01] the query', () => {
  it.each([
    {},
    { must: { _t: ['Book'], state: [null, 'ACTIVE'], year: [{ from: 1900, to: 2000 }, 'before 1700'] } },
    { subs: { books: { must: { text: ['cedar'] }, subs: { shelf: {} } } }, subsShould: { loans: {} } },
    {
      sort: [{ key: 'title', order: 'asc' }],
      facets: ['state', { key: 'shelf', max: 5, text: 'ce' }],
      labels: true,
      max: 2147483647,
      after: 'x',
      ids: ['Book-1'],
    },
    { must: { state: [] }, minShould: 1, should: { bounds: [[]].flat() } },
  ])('takes %j', (query) => {
    expect(passes('search', query)).toBe(true);
  });
  it.each([
    { must: { state: 'ACTIVE' } },
    { must: [] },
    { sort: [{ key: 'title' }] },
    { sort: [{ key: 'title', order: 'up' }] },
    { max: -1 },
    { max: 1.5 },
    { limit: 5 },
    { subs: { books: { limit: 5 } } },
    { subs: { books: { max: 5 } } },
    { subs: { ['a.'.repeat(101)]: {} } },
    { must: { state: [{}] } },
    { must: { state: [{ from: 1, upto: 2 }] } },
    { must: { text: [5] } },
    { ids: ['Book'] },
    { labels: 'yes' },
    { facets: [{ key: 'state', max: 1001 }] },
    { facets: Array.from({ length: 21 }, () => 'state') },
    { must: { state: Array.from({ length: 1001 }, () => 'x') } },
    { subs: Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`a${index}`, {}])) },
  ])('refuses %j', (query) => {
    expect(passes('search', query)).toBe(false);
  });
});

describe('[ITEM-06] operations', () => {
  it('each have a rule and a validator of the body', () => {
    const names = Object.keys(OPERATIONS).toSorted();
    expect(names).toHaveLength(25);
    expect(Object.keys(bodyValidators).toSorted()).toEqual(names);
  });

  it.each([
    ['update', { $id: 'Book-1', _u: 3, title: null }, { $id: 'Book-1', title: null }],
    ['delete', { _u: 1 }, {}],
    ['readMany', ['Book-1', 'Loan-2'], Array.from({ length: 1001 }, () => 'Book-1')],
    ['isAllowed', { id: 'Book-1', actions: ['update'] }, { id: 'Book-1' }],
    ['isAllowed', [{ id: 'Book-1', actions: ['update'] }], [{}]],
    ['getGrantedBy', { grantsFor: { Book: [1, 'Book-2'] } }, { grantsFor: ['Book-1'] }],
    ['suggest', { text: 'ce', types: ['Book'] }, { types: ['Book'] }],
    ['history', { before: 3, max: 200 }, { max: 201 }],
    ['getLegacyPath', { alias: '/node/1' }, {}],
    ['read', null, {}],
    ['tokenAuth', 'ey.x.y', ''],
  ])('%s takes %j, not %j', (name, good, bad) => {
    expect(passes(name, good)).toBe(true);
    expect(passes(name, bad)).toBe(false);
  });
});
