// A site whose declarations change: what is stored already follows at the next start, once, wholly or not at all.
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';
import type { Domain } from 'src/server/extend.ts';
import { history } from 'src/server/operations/history.ts';
import { read } from 'src/server/operations/read.ts';
import { reshapeItems } from 'src/server/reshape/reshapeItems.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { createStoreServices } from 'src/server/store/storeServices.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { ok, toyWorld, type Body, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const BOOK = registry.types['Book']!;
const anything: Domain['validators'][string] = () => true;

interface NewBook {
  readonly properties?: Readonly<Record<string, Property | undefined>>;
  readonly view?: Partial<ServerItemType['view']>;
  readonly server?: Partial<ServerItemType['server']>;
}

const withBook = ({ properties = {}, view = {}, server = {} }: NewBook): ServerRegistry => {
  const declared = Object.entries({ ...BOOK.properties, ...properties }).filter(([, each]) => each !== undefined);
  const book: ServerItemType = {
    ...BOOK,
    properties: Object.fromEntries(declared) as ServerItemType['properties'],
    view: { ...BOOK.view, ...view },
    server: { ...BOOK.server, ...server },
  };
  return { ...registry, types: { ...registry.types, Book: book } };
};

const named = (name: string, from: string): Property => ({ ...BOOK.properties[from]!, name });

describe('stored items after a change of their declaration', () => {
  let world: ToyWorld;
  afterEach(() => world.stop());

  const start = async (next: ServerRegistry, more: Partial<Domain> = {}): Promise<string[]> => {
    const said: string[] = [];
    const domain: Domain = { ...toyDomain, validators: { ...toyDomain.validators, Book: anything }, ...more };
    // Another version of the program: connections of its own.
    const database = world.db.open();
    await migrate(database, next);
    const options = { registry: next, domain, database, clock: { now: () => world.now } };
    await reshapeItems(options, (line) => said.push(line));
    return said.filter((line) => line.startsWith('Book'));
  };

  const begin = async (...books: Body[]): Promise<string[]> => {
    world = await toyWorld();
    const ids: string[] = [];
    for (const each of books) {
      const seeded = await world.seed('Book', { title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', ...each });
      ids.push(seeded.id);
    }
    await start(registry);
    return ids;
  };

  /** As the next version of the program reads it. */
  const stored = async (next: ServerRegistry, id: string, more: Partial<Domain> = {}) => {
    const domain: Domain = { ...toyDomain, validators: { ...toyDomain.validators, Book: anything }, ...more };
    const database = world.db.open();
    const clock = { now: () => world.now };
    return (await createStoreServices({ registry: next, domain, database, clock }).items.find(database, id))!;
  };

  const row = async (
    id: string,
  ): Promise<{ u: number; props: string[]; sortKeys: Body; label: string; words: string }> => {
    const [found] = await world.db.database.query<{
      u: number;
      props: string[];
      sortKeys: Body;
      label: string;
      words: string;
    }>(
      `select u, label, sort_keys, tsv::text as words, array(select prop from term where id = any(terms) order by prop) as props
         from item where t = 102 and i = $1`,
      [Number(id.split('-')[1])],
    );
    return found!;
  };

  it('are left alone when nothing changed, and when the site is new', async () => {
    const [id = ''] = await begin({});
    const before = await row(id);
    expect(await start(registry)).toEqual([]);
    expect(await row(id)).toEqual(before);
  });

  it('are found by a new facet, sorted by a new sort, named by a new title, without a new version', async () => {
    const [id = ''] = await begin({ colour: '#aa0000', weight: 2.5, summary: 'herons', privateNotes: 'kept' });
    expect((await row(id)).props).not.toContain('colour');
    const next = withBook({
      view: {
        title: '{title} ({colour})',
        filters: [...BOOK.view.filters, 'colour'],
        sorts: [...BOOK.view.sorts, { key: 'weight', path: 'weight', order: 'asc' }],
      },
      server: { search: { ...BOOK.server.search, weights: { title: 'A', colour: 'B' } } },
    });
    expect(await start(next)).toEqual(['Book: 1 items drawn anew']);
    const after = await row(id);
    expect(after).toMatchObject({ u: 1, sortKeys: { weight: 2.5 }, label: 'A book (#aa0000)' });
    expect(after.props).toContain('colour');
    expect(after.words).not.toContain('heron');
    const seen = ok(await world.run('private', read, [id]));
    expect(seen).toMatchObject({ summary: 'herons', privateNotes: 'kept', weight: 2.5, _u: 1 });
    expect(ok(await world.run('private', history, [id], {}))['events']).toHaveLength(1);
    expect(await start(next)).toEqual([]);
  });

  it('stand apart once their property is for fewer, and come back together when it is for all again', async () => {
    const [id = ''] = await begin({
      summary: 'for some',
      privateNotes: 'for few',
      price: 3,
      place: { type: 'Point', coordinates: [1, 2] },
    });
    const apart = async () =>
      await world.db.database.query('select level, body from item_level where t = 102 order by level');
    const stricter = withBook({ properties: { summary: { ...BOOK.properties['summary']!, level: 'PRIVATE' } } });
    await start(stricter);
    expect(await apart()).toEqual([
      { level: 2, body: { price: 3 } },
      { level: 3, body: { privateNotes: 'for few', summary: 'for some' } },
    ]);
    const open = (name: string): Property => {
      const { level: _, ...rest } = BOOK.properties[name]!;
      return rest;
    };
    const opened = withBook({
      properties: {
        privateNotes: open('privateNotes'),
        price: open('price'),
        place: undefined,
        site: named('site', 'title'),
      },
      server: { migrate: [{ op: 'drop', path: 'place' }] },
    });
    await start(opened);
    expect(await apart()).toEqual([]);
    expect((await stored(opened, id)).properties).toMatchObject({
      summary: 'for some',
      privateNotes: 'for few',
      price: 3,
    });
  });

  it('are carried over by every operation, once, with counts, and remember it in their history', async () => {
    const [one = '', two = ''] = await begin(
      {
        weight: 2.5,
        year: 1950,
        colour: '#aa0000',
        summary: 'first; second',
        state: 'ARCHIVED',
        genres: ['ATLAS', 'SONGS', 'ATLAS2'],
        parts: [{ name: 'a', pages: 1 }, { name: 'b' }],
        privateNotes: 'kept apart',
      },
      { state: 'DRAFT' },
    );
    const migrate: Migration[] = [
      { op: 'rename', from: 'weight', to: 'mass' },
      { op: 'rename', from: 'parts.name', to: 'parts.heading' },
      { op: 'rename', from: 'privateNotes', to: 'secret' },
      { op: 'retype', path: 'year', by: 'yearAsText' },
      { op: 'drop', path: 'colour' },
      { op: 'split', from: 'summary', paths: ['opening', 'ending'], by: 'twoParts' },
      { op: 'enum-map', path: 'state', map: { ARCHIVED: 'ACTIVE' } },
      { op: 'list-map', list: 'GENRES', map: { ATLAS: 'MAPS', ATLAS2: 'MAPS', SONGS: null } },
      { op: 'backfill', path: 'phone', value: '555 0100' },
    ];
    const gone = { weight: undefined, colour: undefined, summary: undefined, privateNotes: undefined };
    const next = withBook({
      properties: {
        ...gone,
        mass: named('mass', 'weight'),
        secret: named('secret', 'privateNotes'),
        opening: named('opening', 'title'),
        ending: named('ending', 'title'),
        year: named('year', 'title'),
      },
      view: { facets: BOOK.view.facets.filter(({ key }) => key !== 'year') },
      server: { migrate, search: { ...BOOK.server.search, weights: { title: 'A' } } },
    });
    const migrations: Domain['migrate'] = {
      yearAsText: (value) => String(value),
      twoParts: (value) => {
        const [opening = '', ending = ''] = String(value).split('; ');
        return { opening, ending };
      },
    };
    const functions = { migrate: migrations };
    expect(await start(next, functions)).toEqual([
      'Book: 2 items drawn anew',
      'Book: rename weight: 1 of 2 items changed',
      'Book: rename parts.name: 1 of 2 items changed',
      'Book: rename privateNotes: 1 of 2 items changed',
      'Book: retype year: 1 of 2 items changed',
      'Book: drop colour: 1 of 2 items changed',
      'Book: split summary: 1 of 2 items changed',
      'Book: enum-map state: 1 of 2 items changed',
      'Book: list-map GENRES: 1 of 2 items changed',
      'Book: backfill phone: 2 of 2 items changed',
    ]);
    expect((await stored(next, one, functions)).properties).toEqual({
      ...{ title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', mass: 2.5, secret: 'kept apart', year: '1950' },
      ...{ opening: 'first', ending: 'second', state: 'ACTIVE', genres: ['MAPS'], phone: '555 0100' },
      parts: [{ heading: 'a', pages: 1 }, { heading: 'b' }],
    });
    expect((await stored(next, two, functions)).properties).toMatchObject({ state: 'DRAFT', phone: '555 0100' });
    const events = ok(await world.run('admin', history, [one], {}))['events'] as readonly Record<string, Json>[];
    expect(events[0]).toMatchObject({ kind: 'migrated', _u: 2, changes: { state: ['ARCHIVED', 'ACTIVE'] } });
    await world.run('admin', read, [one]);
    const again = await start(next, functions);
    expect([again, (await row(one)).u]).toEqual([[], 2]);
  });

  it('stay as they were, all of them, when one would not fit', async () => {
    const [one = '', two = ''] = await begin({ year: 1950 }, { year: 1951 });
    const next = withBook({ server: { migrate: [{ op: 'retype', path: 'year', by: 'later' }] } });
    const later = (value: Json | undefined): Json => (value === 1951 ? 'no year' : 2000);
    await expect(start(next, { validators: toyDomain.validators, migrate: { later } })).rejects.toThrow(
      `${two} would not fit after the migration of its type: /year errors.number.integer`,
    );
    expect([(await world.stored(one))?.properties['year'], (await row(one)).u]).toEqual([1950, 1]);
  });

  it('keep what an older program does not know of', async () => {
    const newer = withBook({ properties: { binding: named('binding', 'title') }, view: { filters: ['binding'] } });
    const [id = ''] = await begin({ binding: 'leather' });
    await start(newer);
    expect(await start(registry)).toEqual([
      'Book: binding is stored but not declared any more; its items are left as they are',
    ]);
    expect((await stored(newer, id)).properties['binding']).toBe('leather');
    expect((await row(id)).props).toContain('binding');
  });

  it('need every function that a migration names', async () => {
    await begin({});
    const next = withBook({ server: { migrate: [{ op: 'retype', path: 'year', by: 'nowhere' }] } });
    await expect(start(next)).rejects.toThrow('Book names the migration nowhere, which is not registered');
  });
});
