// A site whose declarations change: what is stored already follows, in batches, while the site runs.
import { afterEach, describe, expect, it } from 'vitest';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';
import type { Domain } from 'src/server/extend.ts';
import { history } from 'src/server/items/historyEndpoint.ts';
import { readEndpoint } from 'src/server/items/readEndpoint.ts';
import { createItemMigration } from 'src/server/schemaMigration/migrateItems.ts';
import { registerSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
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

type StoredRow = { u: number; props: string[]; sortKeys: Body; label: string; words: string };

describe('stored items after a change of their declaration', () => {
  let world: ToyWorld;
  afterEach(() => world.stop());

  /** Another version of the program, with connections of its own. */
  const program = async (next: ServerRegistry, more: Partial<Domain> = {}) => {
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const domain: Domain = { ...toyDomain, validators: { ...toyDomain.validators, Book: anything }, ...more };
    const database = world.db.open();
    await migrate(database, next);
    const schemas = await registerSchemas({ registry: next, database, report });
    const common = { registry: next, domain, database, clock: { now: () => world.now } };
    const { items, readFilters } = createStoreServices({ ...common, schemas: schemas.numbers });
    const migration = createItemMigration({ ...common, items, readFilters, schemas, report });
    const job = migration.jobs[schemas.task]!;
    const runJobs = (): Promise<void> => job({ type: BOOK.number }, new AbortController().signal);
    return { items, database, schemas, migration, runJobs, job, lines };
  };

  const start = async (next: ServerRegistry, more: Partial<Domain> = {}): Promise<string[]> => {
    const { migration, runJobs, lines } = await program(next, more);
    await migration.migrateFirst();
    await runJobs();
    return lines.filter((line) => line.startsWith('Book'));
  };

  const begin = async (...books: Body[]): Promise<string[]> => {
    world = await toyWorld();
    const ids: string[] = [];
    for (const each of books) {
      const declared = Object.entries(each).filter(([name]) => BOOK.properties[name]);
      const others = Object.entries(each).filter(([name]) => !BOOK.properties[name]);
      const properties = { title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', ...Object.fromEntries(declared) };
      const { id, number } = await world.seed('Book', properties);
      // Stored by a program that declared it: this one refuses.
      if (others.length > 0)
        await world.db.database.query('update item set body = body || $2::jsonb where t = 102 and i = $1', [
          ...[number, JSON.stringify(Object.fromEntries(others))],
        ]);
      ids.push(id);
    }
    await start(registry);
    return ids;
  };

  const countOf = async (rows: string, parameter: unknown): Promise<number> => {
    const sql = `select count(*)::int as count from ${rows}`;
    return (await world.db.database.query<{ count: number }>(sql, [parameter]))[0]?.count ?? 0;
  };

  const queued = (task: string): Promise<number> => countOf('graphile_worker.jobs where task_identifier = $1', task);

  /** Read by the next version of the program. */
  const stored = async (next: ServerRegistry, id: string, more: Partial<Domain> = {}) => {
    const domain: Domain = { ...toyDomain, validators: { ...toyDomain.validators, Book: anything }, ...more };
    const database = world.db.open();
    const clock = { now: () => world.now };
    return (await createStoreServices({ registry: next, domain, database, clock }).items.find(database, id))!;
  };

  /** Returns the items that the person reads in a new process. */
  const seen = async (next: ServerRegistry, subject: Subject, ids: readonly string[]): Promise<string[]> => {
    const database = world.db.open();
    const clock = { now: () => world.now };
    const { items, readFilters } = createStoreServices({ registry: next, domain: toyDomain, database, clock });
    const readFilter = await readFilters.readFilterFor(subject);
    return (await items.readVisible(database, readFilter, ids, { channel: 'read' })).map(({ $id }) => $id);
  };

  const row = async (id: string): Promise<StoredRow> => {
    const [found] = await world.db.database.query<StoredRow>(
      `select u, label, sort_keys as "sortKeys", tsv::text as words, array(select prop from term where id = any(terms) order by prop) as props
         from item where t = 102 and i = $1`,
      [Number(id.split('-')[1])],
    );
    return found!;
  };

  it('stay unchanged when nothing changed, and when the site is new', async () => {
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
    expect(await start(next)).toEqual(['Book: 1 items stored again']);
    const after = await row(id);
    expect(after).toMatchObject({ u: 1, sortKeys: { weight: 2.5 }, label: 'A book (#aa0000)' });
    expect(after.props).toContain('colour');
    expect(after.words).not.toContain('heron');
    const seen = ok(await world.run('private', readEndpoint, [id]));
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
    const restricted = async () =>
      await world.db.database.query('select level, body from item_level where t = 102 order by level');
    const stricter = withBook({ properties: { summary: { ...BOOK.properties['summary']!, level: 'PRIVATE' } } });
    await start(stricter);
    expect(await restricted()).toEqual([
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
    expect(await restricted()).toEqual([]);
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
      'Book: 2 items stored again',
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
    await world.run('admin', readEndpoint, [one]);
    const again = await start(next, functions);
    expect([again, (await row(one)).u]).toEqual([[], 2]);
  });

  it('go on when one does not fit: it is reported, stays as it was, and keeps no other one from its sorts', async () => {
    const [one = '', two = '', three = ''] = await begin({ year: 1950 }, { year: 1951 }, { year: 1952 });
    const next = withBook({
      view: { sorts: [...BOOK.view.sorts, { key: 'weight', path: 'weight', order: 'asc' }] },
      server: { migrate: [{ op: 'retype', path: 'year', by: 'later' }] },
    });
    const later = (value: Json | undefined): Json => (value === 1951 ? 'no year' : 2000);
    const more = { validators: toyDomain.validators, migrate: { later } };
    expect(await start(next, more)).toEqual([
      `${two} stays as it is: /year errors.number.integer`,
      'Book: 2 items stored again',
      'Book: retype year: 2 of 2 items changed',
    ]);
    const years = [one, two, three].map(async (id) => (await stored(next, id, more)).properties['year']);
    expect(await Promise.all(years)).toEqual([2000, 1951, 2000]);
    expect(await start(next, more)).toEqual([]);
    expect((await row(one)).sortKeys).toEqual(expect.objectContaining({ year: 2000 }));
    // Its value may have stricter rights by now, so only administrators read it.
    expect(await world.run('private', readEndpoint, [two])).toMatchObject({ refused: 'notFound' });
    expect(ok(await world.run('admin', readEndpoint, [two]))).toMatchObject({ year: 1951 });
  });

  it('go on past a clock that throws and a value that PostgreSQL refuses, also where nothing is served before', async () => {
    const [one = '', two = '', three = ''] = await begin({ year: 1950 }, { year: 1951 }, { year: 1952 });
    const age: Property = {
      ...named('age', 'year'),
      readOnly: true,
      computed: { by: 'age', from: ['year'], clock: true },
    };
    const next = withBook({
      properties: { age },
      view: {
        sorts: [
          ...BOOK.view.sorts,
          { key: 'age', path: 'age', order: 'asc' },
          { key: 'weight', path: 'weight', order: 'asc' },
        ],
      },
      server: { migrate: [{ op: 'backfill', path: 'colour', by: 'paint' }] },
    });
    const more: Partial<Domain> = {
      clocks: {
        ...toyDomain.clocks,
        age: ({ year }) => {
          if (year === 1951) throw new Error('no age');
          return [{ from: -Infinity, value: 'OLD' }];
        },
      },
      // PostgreSQL stores no such character.
      migrate: { paint: (_, { year }) => (year === 1952 ? '\u0000' : '#aa0000') },
    };
    expect((await program(next, more)).schemas.first).toEqual(['Book']);
    expect(await start(next, more)).toEqual([
      `${two} stays as it is: no age`,
      `${three} stays as it is: PostgreSQL refused it (22P05)`,
      'Book: 1 items stored again',
      'Book: backfill colour: 1 of 1 items changed',
    ]);
    const colours = [one, two, three].map(async (id) => (await stored(next, id, more)).properties['colour']);
    expect(await Promise.all(colours)).toEqual(['#aa0000', undefined, undefined]);
  });

  it('wait for a database that is out of order, and are all stored then', async () => {
    await begin({ year: 1950 }, { year: 1951 });
    const next = withBook({ view: { filters: [...BOOK.view.filters, 'weight'] } });
    const { runJobs, lines } = await program(next);
    await world.db.database.query('alter table item_level rename to item_level_away');
    await expect(runJobs()).rejects.toThrow('item_level');
    await world.db.database.query('alter table item_level_away rename to item_level');
    await runJobs();
    expect(lines).toEqual(['Book: 2 items stored again']);
  });

  it('are indexed without undeclared properties', async () => {
    const [one = '', two = ''] = await begin({ weight: 1 }, { colour: '#aa0000' });
    const next = withBook({ properties: { colour: undefined }, view: { filters: [...BOOK.view.filters, 'weight'] } });
    expect(await start(next)).toEqual([
      `${two} stays as it is: holds colour, which its type does not declare`,
      'Book: 1 items stored again',
    ]);
    expect([(await row(one)).sortKeys, (await stored(next, two)).properties['colour']]).toEqual([
      expect.objectContaining({ weight: 1 }),
      '#aa0000',
    ]);
  });

  it('keep what an older program does not know of', async () => {
    const newer = withBook({ properties: { binding: named('binding', 'title') }, view: { filters: ['binding'] } });
    const [id = ''] = await begin({ binding: 'leather' });
    await start(newer);
    expect(await start(registry)).toEqual([
      'Book: binding is stored but not declared; its items are left to the newer program',
    ]);
    expect((await stored(newer, id)).properties['binding']).toBe('leather');
    expect((await row(id)).props).toContain('binding');
  });

  it('[PERM-02] are saved by an older program without showing what it does not know of', async () => {
    const newer = withBook({ properties: { binding: named('binding', 'privateNotes') } });
    const [id = ''] = await begin({});
    const now = await program(newer);
    await now.migration.migrateFirst();
    const write = ({ database, items }: typeof now, changes: Body): Promise<unknown> =>
      database.transaction(async (tx) =>
        items.write(tx, (await items.find(tx, id, true))!, changes, {
          ...{ at: world.now, by: 'User-1', actor: undefined },
        }),
      );
    await write(now, { binding: 'leather' });
    await write(await program(registry), { title: 'Renamed' });
    expect(ok(await world.run('community', readEndpoint, [id]))).not.toHaveProperty('binding');
    const { properties, levels } = await stored(newer, id);
    expect([properties, levels]).toMatchObject([
      { title: 'Renamed', binding: 'leather' },
      { PRIVATE: expect.any(Number) },
    ]);
  });

  it('are served meanwhile where nothing gets stricter, and what an old process stores is taken up again', async () => {
    const [id = '', other = ''] = await begin({ weight: 2.5 }, { weight: 1 });
    const old = await program(registry);
    const next = withBook({ view: { filters: [...BOOK.view.filters, 'weight'] } });
    const now = await program(next);
    // Nothing that a start has to wait for; a job is there.
    expect(now.schemas.first).toEqual([]);
    expect(await queued(now.schemas.task)).toBe(1);
    expect(ok(await world.run('community', readEndpoint, [id]))).toMatchObject({ weight: 2.5 });
    await now.runJobs();
    expect((await row(id)).sortKeys).toMatchObject({ weight: 2.5 });
    await world.db.database.query('delete from graphile_worker._private_jobs');
    const write = (program: typeof old, weight: number): Promise<unknown> =>
      program.database.transaction(async (tx) =>
        program.items.write(
          tx,
          (await program.items.find(tx, id, true))!,
          { weight },
          { at: world.now, by: 'User-1', actor: undefined },
        ),
      );
    await write(now, 3);
    expect(await queued(now.schemas.task)).toBe(0);
    await write(old, 4);
    expect([(await row(id)).sortKeys['weight'], await queued(now.schemas.task)]).toEqual([undefined, 1]);
    await now.runJobs();
    expect([(await row(id)).sortKeys, (await row(other)).sortKeys]).toMatchObject([{ weight: 4 }, { weight: 1 }]);
  });

  it('are migrated by a program that is deployed while the job of the last one still waits', async () => {
    const [id = ''] = await begin({ weight: 2.5 });
    const first = await program(withBook({ view: { filters: [...BOOK.view.filters, 'weight'] } }));
    // Nothing of Book changes, and the name of the job does.
    const shelf = { ...registry.types['Shelf']!, view: { ...registry.types['Shelf']!.view, title: '{name}!' } };
    const next = withBook({ view: { filters: [...BOOK.view.filters, 'weight'] } });
    const second = await program({ ...next, types: { ...next.types, Shelf: shelf } });
    expect(second.schemas.task).not.toBe(first.schemas.task);
    expect(await queued(first.schemas.task)).toBe(0);
    const jobs = await world.db.database.query<{ type: number }>(
      `select (payload ->> 'type')::int as type from graphile_worker._private_jobs order by 1`,
    );
    expect(jobs.map(({ type }) => type)).toEqual([shelf.number, BOOK.number].toSorted((one, other) => one - other));
    await second.runJobs();
    expect((await row(id)).sortKeys).toMatchObject({ weight: 2.5 });
  });

  it('[PERM-02] are migrated before anything is served where a property is for fewer', async () => {
    const [id = ''] = await begin({ summary: 'for few' });
    const next = withBook({ properties: { summary: { ...BOOK.properties['summary']!, level: 'PRIVATE' } } });
    const { schemas, migration } = await program(next);
    expect(schemas.first).toEqual(['Book']);
    await migration.migrateFirst();
    expect(await stored(next, id)).toMatchObject({ levels: { PRIVATE: expect.any(Number) } });
  });

  it('[PERM-02] have the readers of the present declaration after a start, and so has what belongs to them', async () => {
    const [id = ''] = await begin({ summary: 'herons', privateNotes: 'for few' });
    const file = { originalName: 'heron.png', fileID: 'f'.repeat(64), size: 1, rel: id };
    const attachment = (await world.seed('Attachment', file)).id;
    const ids = [id, attachment];
    const elsewhere = (capabilities: readonly string[]): Subject => ({
      ...world.people.outsider,
      memberships: [{ owner: world.otherShelf, reads: 'COMMUNITY', admin: false, capabilities }],
    });
    const [librarian, other] = [elsewhere(['Library']), elsewhere([])];
    const { people } = world;
    expect(await seen(registry, librarian, ids)).toEqual([]);
    expect(await seen(registry, people.community, ids)).toEqual(ids);
    const { read: rights } = BOOK.server.access;
    const withRights = (more: Partial<typeof rights>): ServerRegistry =>
      withBook({ server: { access: { ...BOOK.server.access, read: { ...rights, ...more } } } });

    const wider = withRights({ readers: [...rights.readers, 'anyCap:Library'] });
    const { schemas } = await program(wider);
    // Readers may be fewer, so nothing is served before.
    expect(schemas.first).toEqual(['Book']);
    expect(await start(wider)).toEqual(['Book: 1 items stored again']);
    expect(await seen(wider, librarian, ids)).toEqual(ids);
    expect(await seen(wider, other, ids)).toEqual([]);

    const narrower = withRights({ level: { const: 'PRIVATE' } });
    await start(narrower);
    for (const who of [librarian, people.community]) expect(await seen(narrower, who, ids)).toEqual([]);
    expect(await seen(narrower, people.private, ids)).toEqual(ids);
    expect((await row(id)).u).toBe(1);
  });

  it('go on where a stopped process left off, past a save that comes between', async () => {
    const ids = await begin(...Array.from({ length: 4 }, (_, index) => ({ weight: index })));
    await world.db.database.query(
      `insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
         select t, i + 100 + s, n + 1000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
         from item, generate_series(1, 600) s where t = 102 and i = $1`,
      [Number(ids[0]?.split('-')[1])],
    );
    const next = withBook({ view: { filters: [...BOOK.view.filters, 'weight'] } });
    const { job, schemas, lines, items, database } = await program(next);
    await expect(
      job({ type: BOOK.number }, {
        throwIfAborted: () => {
          if (lines.some((line) => line.includes('so far'))) throw new Error('stopping');
        },
      } as unknown as AbortSignal),
    ).rejects.toThrow('stopping');
    const left = (): Promise<number> => countOf('item_102 where schema <> $1', schemas.numbers.get(BOOK.number));
    expect(await left()).toBe(604 - 250);
    await database.transaction(async (tx) => {
      const item = (await items.find(tx, ids[3]!, true))!;
      await items.write(tx, item, { weight: 9 }, { at: world.now, by: 'User-1', actor: undefined });
    });
    await job({ type: BOOK.number }, new AbortController().signal);
    expect(await left()).toBe(0);
    expect(lines.at(-1)).toBe('Book: 354 items stored again');
    expect((await row(ids[3]!)).sortKeys).toMatchObject({ weight: 9 });
  });
});
