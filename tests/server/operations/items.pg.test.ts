import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Endpoint } from 'src/server/endpoint.ts';
import { create } from 'src/server/items/createEndpoint.ts';
import { deleteOperation } from 'src/server/items/deleteEndpoint.ts';
import { getGrantedBy } from 'src/server/rights/getGrantedByEndpoint.ts';
import { history } from 'src/server/items/historyEndpoint.ts';
import { isAllowedEndpoint } from 'src/server/rights/isAllowedEndpoint.ts';
import { label } from 'src/server/items/labelEndpoint.ts';
import { readEndpoint } from 'src/server/items/readEndpoint.ts';
import { readAllowed } from 'src/server/rights/readAllowedEndpoint.ts';
import { readMany } from 'src/server/items/readManyEndpoint.ts';
import { update } from 'src/server/items/updateEndpoint.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { ok, PEOPLE, toyWorld, type Body, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const afterCommits: string[] = [];

describe('item operations', () => {
  let world: ToyWorld;
  beforeAll(async () => {
    const { registry } = await import('tests/toy/generated/registry.server.ts');
    const book = registry.types['Book']!;
    const rules = { validate: ['evenYear'], beforeSave: ['tidyColour'], afterCommit: ['remember'] };
    const types = { ...registry.types, Book: { ...book, server: { ...book.server, rules } } };
    world = await toyWorld({
      registry: { ...registry, types },
      domain: {
        validate: {
          evenYear: async ({ year }) =>
            typeof year === 'number' && year % 2 === 1 ? [{ path: '/year', message: 'errors.oddYear' }] : [],
        },
        beforeSave: {
          tidyColour: async ({ colour }): Promise<Body> =>
            typeof colour === 'string' ? { colour: colour.toLowerCase() } : {},
        },
        afterCommit: {
          remember: async (id, { tx, services }) => {
            const stored = await services.items.find(services.database, id);
            afterCommits.push(`${id} ${tx === undefined ? 'outside' : 'inside'} ${stored?.u}`);
          },
        },
      },
    });
  });
  afterAll(() => world.stop());

  const book = (properties: Body = {}, by?: string): Promise<StoredItem> =>
    world.seed('Book', { title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', ...properties }, by);
  const change = (who: Parameters<ToyWorld['run']>[0], id: string, u: number, changes: Body) =>
    world.run(who, update, [], { $id: id, _u: u, ...changes });

  describe('absent and hidden', () => {
    const asks: readonly [
      string,
      Pick<Endpoint<never>, 'name'>,
      (id: string) => { args: readonly string[]; body?: Json },
    ][] = [
      ['read', readEndpoint, (id) => ({ args: [id] })],
      ['readAllowed', readAllowed, (id) => ({ args: [id] })],
      ['label', label, (id) => ({ args: [id] })],
      ['readMany', readMany, (id) => ({ args: ['object'], body: [id] })],
      ['update', update, (id) => ({ args: [], body: { $id: id, _u: 1, title: 'x' } })],
      ['update with a wrong version', update, (id) => ({ args: [], body: { $id: id, _u: 99, nonsense: 'x' } })],
      ['delete', deleteOperation, (id) => ({ args: [id], body: { _u: 1 } })],
      ['isAllowed', isAllowedEndpoint, (id) => ({ args: [], body: { id, actions: ['read', 'update'] } })],
      ['getGrantedBy', getGrantedBy, (id) => ({ args: [], body: { grantsFor: { Book: [id] } } })],
      ['history', history, (id) => ({ args: [id], body: {} })],
      [
        'create of a relation',
        create,
        (id) => ({ args: ['Book'], body: { title: 'x', shelf: 'Shelf-1', sequels: [id] } }),
      ],
    ];

    it.each(asks)('answer %s alike, byte for byte', async (_, operation, ask) => {
      const hidden = (await book({ $access: 'PRIVATE', title: 'secret' })).id;
      const removed = (await book()).id;
      await world.inWrite('admin', async ({ tx, now }) =>
        world.items.remove(tx!, (await world.items.find(tx!, removed, true))!, {
          at: now,
          by: 'User-1',
          actor: undefined,
        }),
      );
      for (const person of PEOPLE.filter((each) => !['private', 'owner', 'admin'].includes(each))) {
        const texts = await Promise.all(
          [hidden, removed, 'Book-1999999999'].map(async (id) => {
            const { args, body } = ask(id);
            return JSON.stringify(await world.run(person, operation, args, body)).replaceAll(id, 'ID');
          }),
        );
        expect(new Set(texts).size).toBe(1);
        expect(texts[0]).not.toMatch(/secret/);
      }
    });

    it.each(asks)('[ITEM-05] %s refuses malformed ids and number 0', async (name, operation, ask) => {
      for (const id of ['Book', 'Book-0', 'Book-1-2-3', 'x', 'Book-1;drop']) {
        const { args, body } = ask(id);
        const answer = await world.run('admin', operation, args, body);
        if (name === 'create of a relation') expect(answer).toMatchObject({ refused: 'invalid' });
        else expect(answer).toEqual({ refused: 'invalidId' });
      }
    });
  });

  describe('update', () => {
    it('tells what the server set and what others saved meanwhile, so that base, changes and answer make the item', async () => {
      const { id } = await book({ summary: 'first', weight: 1, link: 'https://example.org/a' });
      const base = ok(await world.run('librarian', readEndpoint, [id]));
      ok(await change('admin', id, 1, { summary: 'second', weight: null }));
      const changes = { title: '  Éclair ', colour: '#ABCDEF', seen: '2024-03-23T11:30:00+02:00' };
      const answer = ok(await change('librarian', id, 1, changes));
      expect(answer).toMatchObject({
        $id: id,
        _u: 3,
        title: 'Éclair',
        colour: '#abcdef',
        summary: 'second',
        weight: null,
        seen: '2024-03-23T09:30:00Z',
      });
      expect(answer).not.toHaveProperty('link');
      const merged = Object.fromEntries(
        Object.entries({ ...base, ...changes, ...answer }).filter(([, value]) => value !== null),
      );
      const { $labels: _, ...after } = ok(await world.run('librarian', readEndpoint, [id]));
      const { $labels: __, ...expected } = merged;
      expect(expected).toEqual(after);
    });

    it('that changes nothing writes nothing', async () => {
      const { id } = await book({ summary: 'same' });
      expect(ok(await change('librarian', id, 1, { summary: ' same ' }))).toMatchObject({ $id: id, _u: 1 });
      expect((await world.stored(id))?.u).toBe(1);
    });

    it('with the value that another has saved already is no conflict', async () => {
      const { id } = await book({ summary: 'old' });
      ok(await change('admin', id, 1, { summary: 'new' }));
      expect(ok(await change('librarian', id, 1, { summary: 'new', year: 2 }))).toMatchObject({ _u: 3 });
    });

    it("that goes back to the caller's own version after two saves is still a conflict", async () => {
      const { id } = await book({ summary: 'a' });
      ok(await change('admin', id, 1, { summary: 'b' }));
      ok(await change('admin', id, 2, { summary: 'c' }));
      expect(await change('librarian', id, 1, { summary: 'd' })).toMatchObject({
        refused: 'conflict',
        params: { current: { summary: 'c', _u: 3 } },
      });
      expect(await change('librarian', id, 9, { summary: 'd' })).toMatchObject({
        refused: 'invalid',
        params: { errors: [{ path: '/_u' }] },
      });
    });

    it('needs the right to make the item where it is moved to', async () => {
      const { id } = await book();
      expect(await change('librarian', id, 1, { shelf: world.otherShelf })).toEqual({ refused: 'notAllowed' });
      expect((await world.stored(id))?.properties['shelf']).toBe(world.shelf);
      const both = {
        ...world.people.librarian,
        memberships: [...world.people.librarian.memberships, ...world.people.outsider.memberships],
      };
      expect(ok(await change(both, id, 1, { shelf: world.otherShelf }))).toMatchObject({ _u: 2 });
    });

    it('of a property with a right of its own needs that right', async () => {
      const me = world.people.librarian.userId!;
      const u = (await world.stored(me))!.u;
      expect(ok(await change('librarian', me, u, { name: 'New name' }))).toMatchObject({ _u: u + 1 });
      const grabs: Body[] = [
        { admin: true },
        { siteCapabilities: ['Library'] },
        { memberships: [{ owner: world.otherShelf, reads: 'PRIVATE', admin: true }] },
      ];
      for (const grab of grabs) {
        expect(await change('librarian', me, u + 1, grab)).toEqual({ refused: 'notAllowed' });
      }
      expect(ok(await change('admin', me, u + 1, { siteCapabilities: ['Library'] }))).toMatchObject({ _u: u + 2 });
      const rights = ['Library', 'Nonsense'];
      const memberships = [{ owner: world.shelf, reads: 'COMMUNITY', capabilities: rights }];
      const { params } = (await change('admin', me, u + 2, { siteCapabilities: rights, memberships })) as Body;
      const places = ['/siteCapabilities/1', '/memberships/0/capabilities/1'];
      expect(params).toEqual({ errors: places.map((path) => ({ path, message: 'errors.unknownRight' })) });
      expect(ok(await world.run('librarian', readEndpoint, [me]))).toMatchObject({
        email: 'librarian@example.org',
        siteCapabilities: ['Library'],
      });
      expect(ok(await world.run('community', readEndpoint, [me]))).not.toHaveProperty('email');
    });

    it('under a masquerade is remembered with both ids', async () => {
      const { id } = await book();
      const adminId = world.people.admin.userId!;
      ok(await change({ ...world.people.librarian, actingAdminId: adminId }, id, 1, { year: 4 }));
      const { events } = ok(await world.run('admin', history, [id], {})) as unknown as {
        events: readonly { by: string; asUser: string | null }[];
      };
      expect(events[0]).toMatchObject({
        by: adminId,
        asUser: world.people.librarian.userId,
        kind: 'updated',
        changes: { year: [null, 4] },
      });
    });
  });

  describe('rules', () => {
    it('[FORM-01] all faults are reported at once, with their locations', async () => {
      const answer = await world.run('librarian', create, ['Book'], {
        shelf: world.shelf,
        year: 'x',
        email: 'nobody',
        parts: [{ name: 'ok' }, { pages: 0 }],
      });
      const { errors } = (answer as unknown as { params: { errors: readonly { path: string }[] } }).params;
      expect(errors.map(({ path }) => path).sort()).toEqual(['/email', '/parts/1/name', '/parts/1/pages', '/year']);
      expect(await world.run('librarian', create, ['Book'], { shelf: world.shelf })).toEqual({
        refused: 'invalid',
        params: { errors: [{ path: '/title', message: 'errors.required' }] },
      });
    });

    it('[FORM-01] what only administrators may leave out is asked of everybody else, also of one who takes it away', async () => {
      const { id } = await book();
      const borrower = world.people.community.userId!;
      const missing = { refused: 'invalid', params: { errors: [{ path: '/borrower', message: 'errors.required' }] } };
      expect(await world.run('librarian', create, ['Loan'], { book: id })).toEqual(missing);
      const loan = String(ok(await world.run('librarian', create, ['Loan'], { book: id, borrower }))['$id']);
      expect(await change('librarian', loan, 1, { borrower: null })).toEqual(missing);
      ok(await change('admin', loan, 1, { borrower: null }));
      ok(await world.run('admin', create, ['Loan'], { book: id }));
    });

    it('[FORM-01] an end before its start is refused at the end', async () => {
      const { id } = await book();
      const loan = { book: id, borrower: world.people.community.userId!, from: '2024-08-05T10:00:00Z' };
      expect(await world.run('librarian', create, ['Loan'], { ...loan, to: '2024-08-04T10:00:00Z' })).toEqual({
        refused: 'invalid',
        params: { errors: [{ path: '/to', message: 'errors.endBeforeStart' }] },
      });
      ok(await world.run('librarian', create, ['Loan'], { ...loan, to: loan.from }));
    });

    it('of the type add to the write, refuse it, and run after the commit', async () => {
      const made = ok(
        await world.run('librarian', create, ['Book'], { title: 'x', shelf: world.shelf, colour: '#FFAA00' }),
      );
      expect(made).toMatchObject({ colour: '#ffaa00' });
      expect(await change('librarian', String(made['$id']), 1, { year: 1999 })).toEqual({
        refused: 'invalid',
        params: { errors: [{ path: '/year', message: 'errors.oddYear' }] },
      });
      await expect.poll(() => afterCommits).toContain(`${String(made['$id'])} outside 1`);
      expect(afterCommits.filter((each) => each.startsWith(`${String(made['$id'])} `))).toHaveLength(1);
    });

    it('computed values follow what they come from', async () => {
      const { id } = await book();
      const loan = ok(
        await world.run('librarian', create, ['Loan'], {
          book: id,
          borrower: world.people.community.userId!,
          from: '2024-01-01T00:00:00Z',
          to: '2024-01-04T00:00:00Z',
        }),
      );
      expect(loan).toMatchObject({ days: 3, state: 'PAST' });
      expect(ok(await change('librarian', String(loan['$id']), 1, { to: '2024-01-02T00:00:00Z' }))).toMatchObject({
        days: 1,
      });
      expect((await world.stored(String(loan['$id'])))?.properties).not.toHaveProperty('state');
    });

    it('[FORM-01] a relation must name an item of a declared type that the writer may see', async () => {
      const hidden = await book({ $access: 'PRIVATE' });
      const wrong = async (sequels: string[]) =>
        world.run('librarian', create, ['Book'], { title: 'x', shelf: world.shelf, sequels });
      const refused = (path: string) => ({
        refused: 'invalid',
        params: { errors: [{ path, message: 'errors.relation' }] },
      });
      const seen = (await book()).id;
      expect(await wrong([seen, hidden.id])).toEqual(refused('/sequels/1'));
      expect(await wrong([seen, 'Book-1999999999'])).toEqual(refused('/sequels/1'));
      expect(await wrong([world.shelf])).toEqual(refused('/sequels/0'));
      ok(await wrong([seen]));
      const mine = ok(
        await world.run('admin', create, ['Book'], { title: 'x', shelf: world.shelf, sequels: [hidden.id] }),
      );
      // A stored value stays, and naming it does not reveal it.
      const id = String(mine['$id']);
      expect(await change('librarian', id, 1, { sequels: [hidden.id, seen] })).toEqual(refused('/sequels/0'));
      ok(await change('librarian', id, 1, { sequels: [seen] }));
      expect(ok(await world.run('librarian', readEndpoint, [id]))['sequels']).toEqual([seen]);
      expect(ok(await world.run('admin', readEndpoint, [id]))['sequels']).toEqual([hidden.id, seen]);
    });

    it('[FORM-06] a list value must be a known key, the other marker, or what is stored already', async () => {
      const owned = { list: 'GENRES', t: { en: 'Birch bark' } };
      await world.seed('LOVValue', { ...owned, key: 'BIRCH', owner: world.shelf });
      await world.seed('LOVValue', { ...owned, key: 'FAR', owner: world.otherShelf });
      await world.seed('LOVValue', { ...owned, key: 'SONGS', owner: world.shelf, state: 'ARCHIVED' });
      const make = (genres: string[]) =>
        world.run('librarian', create, ['Book'], { title: 'x', shelf: world.shelf, genres });
      for (const genres of [['ATLAS'], ['BIRCH', 'FABLE'], ['$other'], ['$other:written on bark']])
        expect(ok(await make(genres))).toMatchObject({ genres });
      for (const key of ['NOPE', 'FAR', 'SONGS', 'atlas', 'Birch bark']) {
        expect(await make(['ATLAS', key])).toEqual({
          refused: 'invalid',
          params: { errors: [{ path: '/genres/1', message: 'errors.invalidChoice' }] },
        });
      }
      const old = await book({ genres: ['SONGS'] });
      expect(ok(await change('librarian', old.id, 1, { genres: ['SONGS', 'ATLAS'] }))).toMatchObject({ _u: 2 });
      const elsewhere = ok(
        await world.run('outsider', create, ['Book'], {
          title: 'x',
          shelf: world.otherShelf,
          genres: ['FAR', 'SONGS'],
        }),
      );
      expect(elsewhere['genres']).toEqual(['FAR', 'SONGS']);
    });

    it("[FORM-06] [PERM-01] values of a hidden owner's lists do not reveal the owner", async () => {
      const { Shelf, ...others } = registry.types;
      if (!Shelf) throw new Error('no shelves');
      const { access } = Shelf.server;
      const read: typeof access.read = { ...access.read, level: { const: 'PRIVATE' } };
      const hidden = { ...Shelf, server: { ...Shelf.server, access: { ...access, read } } };
      const own = await toyWorld({ registry: { ...registry, types: { ...others, Shelf: hidden } } });
      await own.seed('LOVValue', { list: 'GENRES', t: { en: 'Far' }, key: 'FAR', owner: own.otherShelf });
      const { id } = await own.seed('Book', { title: 'x', shelf: own.shelf, $access: 'PUBLIC' });
      const move = (shelf: string) =>
        own.run('librarian', update, [], { $id: id, _u: 1, shelf, genres: ['FAR', 'NEAR'] });
      expect(await move(own.otherShelf)).toMatchObject({ refused: 'invalid' });
      expect(await move(own.otherShelf)).toEqual(await move('Shelf-1999999999'));
      await own.stop();
    });

    it('a visitor writes nothing, for any declaration of a type', async () => {
      expect(await world.run('visitor', create, ['SavedSearch'], {})).toEqual({ refused: 'notAllowed' });
      expect(await world.run('visitor', create, ['NoSuchType'], {})).toEqual({ refused: 'unknownOperation' });
    });
  });

  it('nothing points at an item that went at the same moment', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { id } = await book();
      const [made, gone] = await Promise.all([
        world.run('librarian', create, ['Loan'], { book: id, borrower: world.people.community.userId! }),
        world.run('librarian', deleteOperation, [id], { _u: 1 }),
      ]);
      expect(gone).toEqual({ ok: {} });
      // Either the loan came too late, or it was removed together with the book.
      if ('ok' in made) expect(await world.stored(String(ok(made)['$id']))).toBeUndefined();
      else
        expect(made).toMatchObject({
          refused: 'invalid',
          params: { errors: [{ path: '/book', message: 'errors.relation' }] },
        });
    }
  });

  describe('files', () => {
    const seen = async (who: 'visitor' | 'librarian' | 'community', id: string) =>
      'ok' in (await world.run(who, readEndpoint, [id]));
    const upload = (by = world.people.librarian.userId, file: Body = { filetype: 'image/png' }) =>
      world.seed('Attachment', { originalName: 'new.png', ...file }, by);

    it('[FILE-01] a new upload belongs to the item that names it, and is read by its readers', async () => {
      const [first, second] = [await upload(), await upload()];
      expect([await seen('librarian', first.id), await seen('community', first.id)]).toEqual([true, false]);
      const made = ok(
        await world.run('librarian', create, ['Book'], { title: 'x', shelf: world.shelf, files: [first.id] }),
      );
      expect(await seen('community', first.id)).toBe(true);
      ok(await change('librarian', String(made['$id']), 1, { files: [first.id, second.id] }));
      expect((await world.stored(second.id))?.properties).toMatchObject({
        rel: made['$id'],
        relType: 'Book',
        relProp: 'files',
        relIndex: 1,
      });
      expect(await seen('community', second.id)).toBe(true);
      ok(await world.run('librarian', deleteOperation, [String(made['$id'])], { _u: 2 }));
      expect(await world.stored(first.id)).toBeUndefined();
    });

    it('a file of another kind or size than declared is refused, and one that hangs there already stays', async () => {
      const by = world.people.librarian.userId;
      const song = await upload(by, { filetype: 'audio/mpeg' });
      const nameless = await upload(by, {});
      const large = await upload(by, { filetype: 'image/png', size: 5_000_001 });
      const fitting = await upload(by, { filetype: 'application/pdf', size: 5_000_000 });
      const body = { title: 'x', shelf: world.shelf };
      const files = [song.id, fitting.id, nameless.id, large.id];
      expect(await world.run('librarian', create, ['Book'], { ...body, files })).toEqual({
        refused: 'invalid',
        params: {
          errors: [
            { path: '/files/0', message: 'errors.file.kind' },
            { path: '/files/2', message: 'errors.file.kind' },
            { path: '/files/3', message: 'errors.file.size', params: { megabytes: 5 } },
          ],
        },
      });
      const old = await book({ files: [song.id] });
      ok(await change('librarian', old.id, 1, { files: [song.id, fitting.id] }));
    });

    it('referring to a file does not show it to other people', async () => {
      const hidden = await upload('User-1');
      const body = { title: 'x', shelf: world.shelf, $access: 'PUBLIC', files: [hidden.id] };
      expect(await world.run('librarian', create, ['Book'], body)).toMatchObject({
        refused: 'invalid',
        params: { errors: [{ path: '/files/0', message: 'errors.relation' }] },
      });
      const inside = await book({ $access: 'PROTECTED' });
      const attached = await world.seed('Attachment', {
        originalName: 'inside.png',
        filetype: 'image/png',
        rel: inside.id,
      });
      ok(await world.run('librarian', create, ['Book'], { ...body, files: [attached.id] }));
      expect((await world.stored(attached.id))?.properties['rel']).toBe(inside.id);
      expect(await seen('visitor', attached.id)).toBe(false);
    });
  });

  describe('history', () => {
    it('[CELL-07] comes newest first, page by page', async () => {
      const { id } = await book({ summary: 's0' });
      for (let u = 1; u <= 7; u += 1) ok(await change('librarian', id, u, { summary: `s${u}` }));
      const page = async (body: Body) =>
        ok(await world.run('community', history, [id], body)) as unknown as {
          events: readonly { _u: number; changes: Json }[];
          more: boolean;
        };
      const first = await page({ max: 3 });
      expect(first).toMatchObject({
        more: true,
        events: [{ _u: 8, changes: { summary: ['s6', 's7'] } }, { _u: 7 }, { _u: 6 }],
      });
      const rest = await page({ max: 10, before: 6 });
      expect([rest.more, rest.events.map((event) => event._u)]).toEqual([false, [5, 4, 3, 2, 1]]);
      expect(rest.events.at(-1)).toMatchObject({ kind: 'created', by: 'User-1', asUser: null });
    });

    it('does not tell that something hidden was changed', async () => {
      const { id } = await book({ $access: 'PUBLIC' });
      ok(
        await change('owner', id, 1, { privateNotes: 'n' }).then(async (answer) =>
          'ok' in answer ? answer : change('admin', id, 1, { privateNotes: 'n' }),
        ),
      );
      const events = async (who: 'visitor' | 'private') =>
        ok(await world.run(who, history, [id], {}))['events'] as readonly Json[];
      expect([(await events('visitor')).length, (await events('private')).length]).toEqual([1, 2]);
    });
  });

  it('readMany keeps to its limit and leaves out what is hidden', async () => {
    const [seen, hidden] = [await book(), await book({ $access: 'PRIVATE' })];
    const found = ok(await world.run('community', readMany, ['object'], [seen.id, hidden.id, seen.id, 'Nothing-5']));
    expect(Object.keys(found)).toEqual([seen.id]);
    expect(found[seen.id]).toMatchObject({ $labels: { [world.shelf]: 'Tall shelf', 'User-1': 'visitor' } });
    expect(
      await world.run(
        'community',
        readMany,
        ['object'],
        Array.from({ length: 1001 }, (_, index) => `Book-${index + 1}`),
      ),
    ).toMatchObject({ refused: 'invalid' });
  });
});
