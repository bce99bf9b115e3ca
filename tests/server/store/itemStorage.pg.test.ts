import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { mercator } from 'src/model/geo/mercator.ts';
import { toyWorld, type Body, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

const BOOK = 102;

describe('item store', () => {
  let world: ToyWorld;
  beforeAll(async () => {
    world = await toyWorld();
  });
  afterAll(() => world.stop());

  const stamp = () => ({ at: world.now, by: 'User-1', actor: undefined });
  const rows = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    world.db.database.query<Row>(text, values);
  const book = (properties: Body): Promise<StoredItem> =>
    world.seed('Book', { title: 'A book', shelf: world.shelf, ...properties });
  const write = (stored: StoredItem, changes: Body): Promise<StoredItem> =>
    world.db.database.transaction(async (tx) =>
      world.items.write(tx, (await world.items.find(tx, stored.id, true))!, changes, stamp()),
    );
  const remove = (stored: StoredItem): Promise<void> =>
    world.db.database.transaction(async (tx) =>
      world.items.remove(tx, (await world.items.find(tx, stored.id, true))!, stamp()),
    );
  const termsOf = async (stored: StoredItem, table = 'item'): Promise<string[]> =>
    (
      await rows<{ term: string }>(
        `select term.prop || '=' || term.val as term from ${table} x, term where x.t = $1 and x.i = $2 and term.id = any(x.terms) order by 1`,
        [BOOK, stored.number],
      )
    ).map((row) => row.term);

  it('interns facets, filters and every relation as terms, with creator and visibility', async () => {
    const first = await book({ title: 'One', $access: 'PUBLIC' });
    const stored = await book({
      $access: 'COMMUNITY',
      state: 'ACTIVE',
      genres: ['ATLAS', 'SONGS'],
      fragile: false,
      sequels: [first.id],
      year: 1999,
    });
    expect(await termsOf(stored)).toEqual(
      [
        '$access=COMMUNITY',
        'createdBy=User-1',
        'fragile=false',
        'genres=ATLAS',
        'genres=SONGS',
        `sequels=${first.id}`,
        `shelf=${world.shelf}`,
        'state=ACTIVE',
        'updatedBy=User-1',
        'visibility=COMMUNITY',
      ].sort(),
    );
  });

  it('keeps sort and range values in addition to the item: numbers, moments, sort keys', async () => {
    const stored = await book({ title: 'Éclair', spoken: 'Tłı̨chǫ', year: 1999, bought: '2024-03-21' });
    const [row] = await rows<{ sortKeys: Record<string, Json> }>(
      'select sort_keys as "sortKeys" from item where t = $1 and i = $2',
      [BOOK, stored.number],
    );
    expect(row?.sortKeys).toMatchObject({ year: 1999, bought: Date.UTC(2024, 2, 21) });
    expect(row?.sortKeys['title']).toBe('eclair\u0001Éclair');
    expect(String(row?.sortKeys['spoken']).startsWith('tlicho\u0001')).toBe(true);
    const loan = await world.seed('Loan', {
      book: stored.id,
      from: '2024-06-01T00:00:00Z',
      to: '2024-06-03T00:00:00Z',
    });
    const [lent] = await rows<{ sortKeys: Record<string, Json> }>(
      'select sort_keys as "sortKeys" from item where t = 103 and i = $1',
      [loan.number],
    );
    expect(lent?.sortKeys).toMatchObject({
      from: Date.UTC(2024, 5, 1),
      state: [
        [null, 'PENDING'],
        [Date.UTC(2024, 5, 1), 'ONGOING'],
        [Date.UTC(2024, 5, 3), 'PAST'],
      ],
    });
  });

  it('puts what is stricter than the item apart, with its own words, values and readers, and back when the item is as strict', async () => {
    const stored = await book({ $access: 'PUBLIC', price: 12, privateNotes: 'hidden hollow' });
    const parts = () =>
      rows<{ level: number; acl: number; body: Json; sortKeys: Json; words: string }>(
        `select level, acl, body, sort_keys as "sortKeys", tsv::text as words from item_level where t = $1 and i = $2 order by level`,
        [BOOK, stored.number],
      );
    const [atProtected, atPrivate] = await parts();
    expect(atProtected).toMatchObject({ level: 2, body: { price: 12 }, sortKeys: { price: 12 } });
    expect(atPrivate).toMatchObject({
      level: 3,
      body: { privateNotes: 'hidden hollow' },
      words: "'hidden':1 'hollow':2",
    });
    const [base] = await rows<{ all: string }>('select item::text as all from item where t = $1 and i = $2', [
      BOOK,
      stored.number,
    ]);
    expect(base?.all).not.toMatch(/hidden|hollow|price/);
    const stricter = await write(stored, { $access: 'PRIVATE' });
    expect(await parts()).toEqual([]);
    expect(stricter.properties).toMatchObject({ price: 12, privateNotes: 'hidden hollow' });
    await write(stricter, { $access: 'PROTECTED' });
    expect(await parts()).toMatchObject([{ level: 3, body: { privateNotes: 'hidden hollow' } }]);
  });

  it('keeps geometry apart, and its box in web mercator', async () => {
    const shelf = await world.seed('Shelf', {
      name: 'Placed',
      place: {
        type: 'Polygon',
        coordinates: [
          [
            [-120, 50],
            [-119, 50],
            [-119, 51],
            [-120, 50],
          ],
        ],
      },
    });
    const [row] = await rows<{ low: number; high: number; body: Body }>(
      'select (g.box[1])[0] as low, (g.box[0])[1] as high, body from item x join item_geometry g using (t, i) where t = 101 and i = $1',
      [shelf.number],
    );
    expect(row?.body).not.toHaveProperty('place');
    expect(row?.low).toBeCloseTo(mercator(-120, 50)[0], 3);
    expect(row?.high).toBeCloseTo(mercator(-119, 51)[1], 3);
    expect((await world.stored(shelf.id))?.properties['place']).toEqual(shelf.properties['place']);
  });

  it('writes item, history and change feed together or not at all', async () => {
    const stored = await book({ state: 'DRAFT' });
    const told = () =>
      rows<{ u: number; op: string }>('select u, op from outbox where t = $1 and i = $2 order by seq', [
        BOOK,
        stored.number,
      ]);
    const failing = world.db.database.transaction(async (tx) => {
      await world.items.write(tx, (await world.items.find(tx, stored.id, true))!, { state: 'ACTIVE' }, stamp());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([(await world.stored(stored.id))?.u, await told()]).toEqual([1, [{ u: 1, op: 'c' }]]);
    await write(stored, { state: 'ACTIVE' });
    expect(await told()).toEqual([
      { u: 1, op: 'c' },
      { u: 2, op: 'u' },
    ]);
    expect(
      await rows('select u, op, kind, diff from item_history where t = $1 and i = $2 order by u', [
        BOOK,
        stored.number,
      ]),
    ).toEqual([
      { u: 1, op: 'c', kind: 'created', diff: {} },
      { u: 2, op: 'u', kind: 'updated', diff: { state: ['DRAFT', 'ACTIVE'] } },
    ]);
  });

  it('refuses to write over a version that it has not seen', async () => {
    const stored = await book({});
    await write(stored, { year: 1 });
    const late = world.db.database.transaction((tx) => world.items.write(tx, stored, { year: 2 }, stamp()));
    await expect(late).rejects.toSatisfy((error: unknown) => isProblem(error) && error.key === 'conflict');
  });

  it('loses no increment of many writers at once', async () => {
    const stored = await book({ year: 0 });
    const add = () =>
      world.db.database.transaction(async (tx) => {
        const now = (await world.items.find(tx, stored.id, true))!;
        await world.items.write(
          tx,
          now,
          { year: Number(now.properties['year']) + 1, privateNotes: `after ${now.u}` },
          stamp(),
        );
      });
    await Promise.all(Array.from({ length: 30 }, add));
    expect(await world.stored(stored.id)).toMatchObject({ u: 31, properties: { year: 30, privateNotes: 'after 30' } });
  });

  describe('when an item goes', () => {
    it('is refused while a restricting relation points at it', async () => {
      const shelf = await world.seed('Shelf', { name: 'Held' });
      await world.seed('Book', { title: 'Holder', shelf: shelf.id });
      await expect(remove(shelf)).rejects.toSatisfy((error: unknown) => isProblem(error) && error.key === 'inUse');
      expect(await world.stored(shelf.id)).toBeDefined();
    });

    it('is taken out of lists, takes dependants along, and is still named where that is declared', async () => {
      const [gone, left] = [await book({ title: 'Gone' }), await book({ title: 'Left' })];
      const first = await book({ sequels: [gone.id, left.id] });
      const only = await book({ sequels: [gone.id] });
      const borrower = await world.seed('User', { name: 'Borrower', email: 'b@example.org' });
      const loan = await world.seed('Loan', { book: gone.id, borrower: borrower.id });
      const kept = await world.seed('Loan', { book: left.id, borrower: borrower.id });
      await remove(gone);
      expect((await world.stored(first.id))?.properties['sequels']).toEqual([left.id]);
      expect((await world.stored(only.id))?.properties).not.toHaveProperty('sequels');
      expect(await world.stored(loan.id)).toBeUndefined();
      await remove(borrower);
      expect((await world.stored(kept.id))?.properties['borrower']).toBe(borrower.id);
      const [told] = await rows(
        'select op, acl = old_acl as same from outbox where t = $1 and i = $2 order by seq desc limit 1',
        [BOOK, gone.number],
      );
      expect(told).toEqual({ op: 'd', same: true });
    });

    it('loses its entry in a list of objects, not the item that holds the list', async () => {
      const [one, two] = [await world.seed('Shelf', { name: 'One' }), await world.seed('Shelf', { name: 'Two' })];
      const member = await world.seed('User', {
        name: 'M',
        email: 'm@example.org',
        memberships: [
          { owner: one.id, reads: 'PRIVATE' },
          { owner: two.id, reads: 'PUBLIC' },
        ],
      });
      await remove(one);
      expect((await world.stored(member.id))?.properties['memberships']).toEqual([{ owner: two.id, reads: 'PUBLIC' }]);
      await remove(two);
      expect((await world.stored(member.id))?.properties).not.toHaveProperty('memberships');
    });

    it('leaves nothing behind but its history, and its number is not used again', async () => {
      const stored = await book({ price: 3, place: { type: 'Point', coordinates: [1, 2] } });
      await remove(stored);
      const found = await rows(
        'select 1 from item where t = $1 and i = $2 union all select 1 from item_level where t = $1 and i = $2 union all select 1 from item_geometry where t = $1 and i = $2',
        [BOOK, stored.number],
      );
      expect(found).toEqual([]);
      expect((await book({})).number).toBeGreaterThan(stored.number);
    });
  });

  describe('readers', () => {
    const seen = async (who: 'visitor' | 'community' | 'private' | 'outsider', id: string) =>
      (
        await world.items.readVisible(
          world.db.database,
          await world.readFilters.readFilterFor(world.people[who]),
          [id],
          {
            channel: 'read',
          },
        )
      ).length === 1;

    it('of an attachment are those of what it belongs to, and follow in the same transaction', async () => {
      const parent = await book({ $access: 'PUBLIC' });
      const file = await world.seed('Attachment', { originalName: 'x.png', rel: parent.id });
      expect([await seen('visitor', file.id), await seen('private', file.id)]).toEqual([true, true]);
      const closed = await write(parent, { $access: 'PRIVATE' });
      expect([
        await seen('visitor', file.id),
        await seen('community', file.id),
        await seen('private', file.id),
      ]).toEqual([false, false, true]);
      const [told] = await rows<{ op: string; moved: boolean }>(
        'select op, acl <> old_acl as moved from outbox where t = 5 and i = $1 order by seq desc limit 1',
        [file.number],
      );
      expect(told).toEqual({ op: 'a', moved: true });
      await write(closed, { shelf: world.otherShelf });
      expect([await seen('private', file.id), await seen('outsider', file.id)]).toEqual([false, true]);
      expect((await world.stored(file.id))?.u).toBe(1);
    });

    it('of an attachment without an owner are those of the person who uploaded it', async () => {
      const file = await world.seed('Attachment', { originalName: 'y.png' }, world.people.community.userId);
      expect([
        await seen('community', file.id),
        await seen('private', file.id),
        await seen('visitor', file.id),
      ]).toEqual([true, false, false]);
    });

    it('of a new attachment are right however a change of its parent overlaps', async () => {
      for (let round = 0; round < 10; round += 1) {
        const parent = await book({ $access: 'PUBLIC' });
        const [file] = await Promise.all([
          world.seed('Attachment', { originalName: 'z.png', rel: parent.id }),
          write(parent, { $access: 'PRIVATE' }),
        ]);
        expect(await seen('visitor', file.id)).toBe(false);
      }
    });
  });

  describe('labels', () => {
    it('name a related item only to those who may see it', async () => {
      const hidden = await book({ title: 'Hidden title', $access: 'PRIVATE' });
      const loan = await world.seed('Loan', { book: hidden.id, borrower: world.people.outsider.userId! });
      const labelFor = async (who: 'admin' | 'private' | 'outsider') =>
        (
          await world.items.labels(world.db.database, await world.readFilters.readFilterFor(world.people[who]), [
            loan.id,
          ])
        ).get(loan.id);
      expect(await labelFor('admin')).toBe('Hidden title');
      expect(await labelFor('outsider')).toBe(loan.id);
      const [item] = await world.items.readVisible(
        world.db.database,
        await world.readFilters.readFilterFor(world.people.outsider),
        [loan.id],
        { channel: 'read', labels: true },
      );
      expect(item?.$label).toBe(loan.id);
      expect(item?.$labels).not.toHaveProperty([hidden.id]);
      expect(JSON.stringify(item)).not.toMatch(/Hidden title/);
      await write(hidden, { title: 'Renamed' });
      expect(await labelFor('admin')).toBe('Renamed');
    });

    it('[ORG-02] clock values are as the clock says when they are read', async () => {
      const lent = await world.seed('Loan', {
        book: (await book({})).id,
        from: '2024-06-01T00:00:00Z',
        to: '2024-06-03T00:00:00Z',
      });
      const stateAt = async (moment: string) => {
        world.now = new Date(moment);
        return (
          await world.items.readVisible(
            world.db.database,
            await world.readFilters.readFilterFor(world.people.admin),
            [lent.id],
            {
              channel: 'read',
            },
          )
        )[0]?.['state'];
      };
      expect([
        await stateAt('2024-05-31T00:00:00Z'),
        await stateAt('2024-06-01T00:00:00Z'),
        await stateAt('2024-06-03T00:00:00Z'),
      ]).toEqual(['PENDING', 'ONGOING', 'PAST']);
      world.now = new Date('2024-06-01T12:00:00Z');
    });
  });
});
