import { describe, expect, it } from 'vitest';
import {
  askedPlan,
  displayOf,
  facetSubject,
  generalPlan,
  openingOf,
  planOf,
  queryOf,
  screenPlan,
  sortOf,
  type ListingPlan,
} from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { DISPLAY_MODES } from 'src/model/generated/displays.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

type Search = NonNullable<Screen['search']>;
const plan = (search: Search, user: SessionUser | undefined = toyUser): ListingPlan =>
  planOf(search, { registry, user });

describe('what a listing offers', () => {
  it('[CELL-05] displays that all listed types declare', () => {
    expect(plan({ types: ['Book'] }).displays).toEqual(
      DISPLAY_MODES.filter((mode) => mode !== 'CALENDAR' && mode !== 'BOARD'),
    );
    expect(plan({ types: ['Book', 'Shelf'] }).displays).toEqual(['LIST', 'TABLE', 'MAP']);
  });

  it('only facets and sorts that every listed type declares, and the type itself', () => {
    const mixed = plan({ types: ['Book', 'Shelf'] });
    expect(mixed.facets.map(({ key }) => key)).toEqual(['_t', 'created', 'hasPlace']);
    expect(mixed.sorts.map(({ key }) => key)).toEqual(['created', 'updated', 'updatedBy']);
  });

  it('[SRCH-05] facets of the items to which a relation leads, which are asked for by the path over it', () => {
    const related = { path: 'book', type: 'Book', facets: ['state', '$access'] };
    const loans = plan({ types: ['Loan'], related });
    expect(loans.facets.map(({ key }) => key)).toEqual(expect.arrayContaining(['book.state', 'book.$access']));
    expect(queryOf(loans, EMPTY_STATE).facets).toEqual(expect.arrayContaining(['book.state', 'book.$access']));
    expect(facetSubject(loans, 'book.state')).toMatchObject({ type: { name: 'Book' }, path: 'state' });
    expect(facetSubject(loans, 'created')).toMatchObject({ type: { name: 'Loan' }, path: 'created' });
    const chosen = { ...EMPTY_STATE, chosen: { 'book.state': ['LOST'] } };
    expect(queryOf(loans, chosen).must).toMatchObject({ 'book.state': ['LOST'] });
    expect(plan({ types: ['Loan'], related: { ...related, type: 'Nothing' } }).facets).not.toContainEqual(
      expect.objectContaining({ key: 'book.state' }),
    );
  });

  it('[PERM-01] to a visitor no facet or sort of what a stricter level hides', () => {
    const { Book } = registry.types;
    const [facet] = Book!.view.facets.filter(({ key }) => Object.hasOwn(Book!.properties, key));
    const { properties } = Book!;
    const strict = { ...properties, [facet!.key]: { ...properties[facet!.key]!, level: 'COMMUNITY' as const } };
    const hiding = { ...registry, types: { ...registry.types, Book: { ...Book!, properties: strict } } };
    const keys = (user: SessionUser | undefined) =>
      planOf({ types: ['Book'] }, { registry: hiding, user }).facets.map(({ key }) => key);
    expect(keys(toyUser)).toContain(facet!.key);
    expect(keys(undefined)).not.toContain(facet!.key);
  });

  it('creating what the server says that the person could create', () => {
    const create = (user: SessionUser | undefined) =>
      plan({ types: ['Book'], create: ['Book', 'Shelf'] }, user).create.map(({ name }) => name);
    expect(create(toyUser)).toEqual(['Book']);
    expect(create({ ...toyUser, creatable: [] })).toEqual([]);
    expect(create({ ...toyUser, creatable: ['Book', 'Shelf'] })).toEqual(['Book', 'Shelf']);
  });

  it("[PERM-07] the person's own owners where a screen is about them, and nothing for who has none", () => {
    const own = { types: ['Book'], must: { shelf: ['$user.readOrgs'] } };
    expect(plan(own, { ...toyUser, readOrgs: ['Shelf-1', 'Shelf-2'] }).must).toEqual({ shelf: ['Shelf-1', 'Shelf-2'] });
    expect(plan(own, toyUser).must).toEqual({ shelf: [] });
  });
});

describe('what a listing asks', () => {
  it('[SRCH-05] [SRCH-08] pages of 50 ids with the type, chosen values, text and facets', () => {
    const books = plan({ types: ['Book'], must: { state: ['ACTIVE'] } });
    const query = queryOf(books, { ...EMPTY_STATE, text: ' red fox ', chosen: { genres: ['SONGS'] } });
    expect(query).toMatchObject({
      must: { _t: ['Book'], genres: ['SONGS'], state: ['ACTIVE'], text: ['red fox'] },
      sort: [{ key: 'match', order: 'desc' }],
      max: 50,
    });
    expect(query.facets).toContain('shelf');
  });

  it('[SRCH-05] what a screen asks for is narrowed by what is chosen, and never widened', () => {
    const must = { state: ['ACTIVE', 'ARCHIVED'] };
    const asked = (state: readonly string[]) =>
      queryOf(plan({ types: ['Book'], must }), { ...EMPTY_STATE, chosen: { state } }).must?.['state'];
    expect(asked(['ACTIVE'])).toEqual(['ACTIVE']);
    expect(asked(['ACTIVE', 'DRAFT'])).toEqual(['ACTIVE']);
    expect(asked(['DRAFT'])).toEqual([]);
  });

  it('in every sort that the screen declares, until the reader chooses one', () => {
    const sort = [
      { key: 'year', order: 'desc' },
      { key: 'nothing', order: 'asc' },
      { key: 'title', order: 'asc' },
    ] as const;
    const books = plan({ types: ['Book'], sort });
    expect(queryOf(books, EMPTY_STATE).sort).toEqual([sort[0], sort[2]]);
    const chosen = { key: 'title', order: 'desc' } as const;
    expect(queryOf(books, { ...EMPTY_STATE, sort: chosen }).sort).toEqual([chosen]);
  });

  it('[SRCH-05] the best match first while words are typed, before the order of the screen, unless one is chosen', () => {
    const books = plan({ types: ['Book'], sort: [{ key: 'year', order: 'desc' }] });
    const typed = { ...EMPTY_STATE, text: 'fox' };
    expect(sortOf(books, typed)).toEqual({ key: 'match', order: 'desc' });
    expect(sortOf(books, { ...typed, sort: { key: 'title', order: 'asc' } })).toEqual({ key: 'title', order: 'asc' });
    expect(sortOf(books, { ...typed, text: '*' })).toEqual({ key: 'year', order: 'desc' });
    expect(sortOf(books, { ...EMPTY_STATE, sort: { key: 'match', order: 'desc' } }).key).toBe('created');
  });

  it('[SRCH-08] everything without the types that only the machine makes, with what all have in common as facets', () => {
    const everything = generalPlan({ registry, user: toyUser });
    expect(everything.types.map(({ name }) => name)).toEqual([
      ...['User', 'Shelf', 'Book', 'Loan'],
      ...['Repair', 'Routine'],
    ]);
    expect(everything.facets.map(({ key }) => key)).toEqual(['_t', 'visibility', 'shelf']);
    expect(everything.displays).toEqual(DISPLAY_MODES.filter((mode) => mode !== 'TREE' && mode !== 'BOARD'));
    expect(queryOf(everything, EMPTY_STATE).must).toEqual({});
    expect(queryOf(everything, { ...EMPTY_STATE, chosen: { _t: ['Book'] } }).must).toEqual({ _t: ['Book'] });
  });

  it('[SRCH-08] a screen without types lists everything, by owner, level, creator and creation, and by what a chosen type supports', () => {
    const search = { types: [], sort: [{ key: 'created', order: 'desc' }], display: 'TABLE' } as const;
    const everything = screenPlan({ path: 'all', area: '', search }, { registry, user: { ...toyUser, admin: true } });
    expect(everything.facets.map(({ key }) => key)).toEqual(['_t', 'visibility', 'shelf', 'createdBy', 'created']);
    expect(queryOf(everything, EMPTY_STATE)).toMatchObject({ must: {}, sort: search.sort });
    expect(displayOf(everything, EMPTY_STATE)).toBe('TABLE');
    const opened = openingOf(everything, '.f._t=Book&f.state=ACTIVE&f.createdBy=User-1');
    expect(opened.vanished).toEqual([]);
    expect(queryOf(everything, opened.state).must).toEqual({ _t: ['Book'], state: ['ACTIVE'], createdBy: ['User-1'] });
    const { facets } = askedPlan(everything, opened.state);
    expect(facets.filter(({ key }) => key === 'created')).toHaveLength(1);
    expect(facets.filter(({ kind }) => kind === 'LEVEL')).toHaveLength(1);
  });

  it('[SRCH-08] only what a chosen type supports, and nothing that another chosen type does not know', () => {
    const everything = generalPlan({ registry, user: toyUser });
    const opened = openingOf(everything, '.f._t=Book&f.state=ACTIVE&f.fragile=true&f.nothing=1');
    expect(opened.vanished).toEqual(['nothing']);
    expect(queryOf(everything, opened.state).must).toEqual({ _t: ['Book'], state: ['ACTIVE'], fragile: [true] });
    const { facets } = askedPlan(everything, opened.state);
    expect(facets.find(({ key }) => key === 'state')?.kind).toBe('SEL');
    // The levels of a type are asked once, by the facet of the general search.
    expect(facets.filter(({ kind }) => kind === 'LEVEL')).toHaveLength(1);
    expect(openingOf(everything, '.f.state=ACTIVE').vanished).toEqual(['state']);
    expect(openingOf(everything, '.f._t=Book&f._t=Shelf&f.state=ACTIVE').vanished).toEqual(['state']);
  });

  it('[SRCH-08] in the sorts and displays that the chosen types share, one type in its own first sort', () => {
    const everything = generalPlan({ registry, user: toyUser });
    const chosen = (...names: readonly string[]) => ({ ...EMPTY_STATE, chosen: { _t: names } });
    const books = plan({ types: ['Book'] });
    const [first] = books.sorts;
    expect(askedPlan(everything, chosen('Book')).sorts).toEqual(books.sorts);
    expect(queryOf(everything, chosen('Book')).sort).toEqual([{ key: first?.key, order: first?.order }]);
    expect(queryOf(everything, { ...chosen('Book'), text: 'fox' }).sort).toEqual([{ key: 'match', order: 'desc' }]);
    expect(queryOf(everything, EMPTY_STATE).sort).toEqual([{ key: 'created', order: 'desc' }]);
    const both = askedPlan(everything, chosen('Book', 'Shelf'));
    expect(both.sorts).toEqual(plan({ types: ['Book', 'Shelf'] }).sorts);
    for (const mode of both.displays) for (const { view } of both.types) expect(view.displays).toContain(mode);
  });

  it('[EXPERIENCE] the nearest day ahead first, until the reader chooses an order', () => {
    const search: Search = {
      types: ['Book'],
      sort: [
        { key: 'created', order: 'desc', nearest: true },
        { key: 'title', order: 'desc' },
      ],
    };
    const dated = planOf(search, { registry, user: toyUser, today: '2026-11-28' });
    expect(queryOf(dated, EMPTY_STATE).sort).toEqual([
      { key: 'created', order: 'desc', nearest: '2026-11-28' },
      { key: 'title', order: 'asc' },
    ]);
    const chosen = { key: 'created', order: 'asc' } as const;
    expect(queryOf(dated, { ...EMPTY_STATE, sort: chosen }).sort).toEqual([chosen]);
    expect(queryOf(plan(search), EMPTY_STATE).sort).toEqual([
      { key: 'created', order: 'desc' },
      { key: 'title', order: 'desc' },
    ]);
  });

  it('facets with the first page only', () => {
    const next = queryOf(plan({ types: ['Book'] }), EMPTY_STATE, 'cursor');
    expect(next.after).toBe('cursor');
    expect(next.facets).toBeUndefined();
  });

  it('[SRCH-03] no text while nothing typed counts as a word', () => {
    expect(queryOf(plan({ types: ['Book'] }), { ...EMPTY_STATE, text: '* a title:' }).must).toEqual({ _t: ['Book'] });
  });

  it('an existing sort and display for any address', () => {
    const books = plan({ types: ['Book'], sort: [{ key: 'title', order: 'asc' }], display: 'TABLE' });
    expect(sortOf(books, EMPTY_STATE)).toEqual({ key: 'title', order: 'asc' });
    expect(sortOf(books, { ...EMPTY_STATE, sort: { key: 'secret', order: 'asc' } })).toEqual({
      key: 'created',
      order: 'desc',
    });
    expect(displayOf(books, EMPTY_STATE)).toBe('TABLE');
    expect(displayOf(books, { ...EMPTY_STATE, display: 'CALENDAR' })).toBe('LIST');
  });
});
