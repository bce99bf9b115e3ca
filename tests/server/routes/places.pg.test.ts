// Places as a client meets them: refused with what is wrong, found where they lie, moved in and out of an open search, and in their
// general form for who may not read where they truly are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { registry as toy } from 'tests/toy/generated/registry.server.ts';

/** The toy world where the place of a book is for protected readers, and its cell of half a degree for every reader. */
const generalised = (): ServerRegistry => {
  const { Book } = toy.types;
  const place = Book?.properties['place'];
  if (!Book || !place?.geo) throw new Error('Book.place');
  const geo = { ...place.geo, generalised: { level: 'PROTECTED', cell: 0.5 } } as const;
  const properties = { ...Book.properties, place: { ...place, level: 'PROTECTED', geo } as const };
  return { ...toy, types: { ...toy.types, Book: { ...Book, properties } } };
};

let world: World;
let keeper: TestSocket;
let member: TestSocket;
beforeAll(async () => {
  world = await openWorld({ registry: generalised() });
  keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  member = await TestSocket.as(world.url, await signIn(world.url, 'member'));
});
afterAll(async () => {
  keeper.close();
  member.close();
  await world.stop();
});

// Digits that occur nowhere else, so that any of them in an answer is a leak.
const TRUE = [-139.2717171, 50.3828282] as const;
const SAME_CELL = [-139.1717171, 50.2828282] as const;
const OTHER_CELL = [-140.7717171, 52.8828282] as const;
const SECRET = /717171|828282/;
const CELL = {
  type: 'Polygon',
  coordinates: [
    [
      [-139.5, 50],
      [-139, 50],
      [-139, 50.5],
      [-139.5, 50.5],
      [-139.5, 50],
    ],
  ],
};
const point = (coordinates: readonly number[]): Json => ({ type: 'Point', coordinates: [...coordinates] });
const book = (level = 'COMMUNITY'): string => world.ids[level] ?? '';
const read = async (socket: TestSocket, id = book()): Promise<Record<string, Json>> =>
  (await socket.ask(`read/${id}`)).b as Record<string, Json>;
const move = async (place: Json | null, id = book()) =>
  (await keeper.ask('update', { $id: id, _u: (await read(keeper, id))['_u'] ?? 0, place })).b;
const square = ([x, y]: readonly [number, number], half: number): Json => ({
  type: 'Polygon',
  coordinates: [
    [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
      [x - half, y - half],
    ],
  ],
});
const found = async (socket: TestSocket, must: Record<string, Json>): Promise<readonly string[]> =>
  ((await socket.ask('search/ids', { must: { _t: ['Book'], ...must } })).b as unknown as SearchAnswer).ids;

describe('a place', () => {
  it('[SPAT-01] is refused by name, in create and in update, and stays as it was', async () => {
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 2],
        ],
      ],
    };
    const refused = (message: string) => ({ errors: [expect.objectContaining({ path: '/place', message })] });
    expect(await move(open)).toMatchObject({ userMessage: 'invalid', params: refused('errors.geometry.openRing') });
    expect(await move(point([50.38, -139.27]))).toMatchObject({ params: refused('errors.geometry.swapped') });
    const made = await keeper.ask('create/Book', { title: 'New', shelf: world.ids['shelf'] ?? '', place: open });
    expect(made.b).toMatchObject({ userMessage: 'invalid', params: refused('errors.geometry.openRing') });
    expect((await read(keeper))['place']).toBeUndefined();
  });

  it.each([
    [
      120_000,
      {
        userMessage: 'invalid',
        params: { errors: [expect.objectContaining({ message: 'errors.geometry.tooManyPoints' })] },
      },
    ],
    [1_000_000, { userMessage: 'tooLarge' }],
  ])('[SPAT-01] of %i points is refused, and the server goes on', async (points, refusal) => {
    const coordinates = [Array.from({ length: points }, () => [1, 2])];
    const { _u: u = 0 } = await read(keeper);
    const b = { $id: book(), _u: u, place: { type: 'Polygon', coordinates } };
    const answer = await fetch(`${world.url}/api/item`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signIn(world.url, 'keeper')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ o: 'update', s: '1', b }),
    });
    expect(await answer.json()).toMatchObject({ b: refusal });
    expect((await read(keeper))['$id']).toBe(book());
  });

  it('[SPAT-01] pasted as a feature is stored as its geometry', async () => {
    await move({ type: 'Feature', properties: {}, geometry: point(TRUE) });
    expect((await read(keeper))['place']).toEqual(point(TRUE));
  });

  it('[SPAT-01] [PERM-01] is its cell for who may not read it, in every answer', async () => {
    await move(point(TRUE));
    expect((await read(keeper))['place']).toEqual(point(TRUE));
    expect((await read(member))['place']).toEqual(CELL);
    await move(point(OTHER_CELL));
    await move(point(TRUE));
    const history = await member.ask(`history/${book()}`, {});
    expect(JSON.stringify(history)).toContain('-139.5');
    const answers = [
      history,
      await member.ask('readMany/object', [book()]),
      await member.ask('readMany/array', [book()]),
      await member.ask(`label/${book()}`),
      await member.ask('search/ids', { must: { _t: ['Book'], inArea: [square(TRUE, 0.1)] as Json }, labels: true }),
      await member.ask('update', { $id: book(), _u: 1, place: point(TRUE) }),
      await member.ask('suggest', { text: 'Canary' }),
      await member.ask('read/Book-1/0'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(SECRET);
    expect(JSON.stringify(member.received)).not.toMatch(SECRET);
  });

  it('[SPAT-01] [PERM-01] is found by who may not read it only by its cell, wherever in it the place is', async () => {
    await move(point(TRUE));
    const beside: readonly [number, number] = [-139.05, 50.05];
    const far: readonly [number, number] = [-138.7, 50.3];
    for (const [where, mine, theirs] of [
      [TRUE, true, true],
      [beside, false, true],
      [far, false, false],
    ] as const) {
      const bounds = [where[0] - 0.01, where[1] - 0.01, where[0] + 0.01, where[1] + 0.01];
      const asked: readonly Record<string, Json>[] = [{ inArea: [square(where, 0.01)] }, { bounds }];
      for (const must of asked) {
        expect({ where, must, mine: (await found(keeper, must)).includes(book()) }).toEqual({ where, must, mine });
        expect({ where, must, theirs: (await found(member, must)).includes(book()) }).toEqual({ where, must, theirs });
      }
    }
  });

  it('[ITEM-07] [SPAT-01] enters and leaves an open search as it is moved; within a cell only for who reads it', async () => {
    await move(point(OTHER_CELL));
    await member.ask('addWatch/Book-0');
    await keeper.ask('addWatch/Book-0');
    for (const each of [member, keeper]) each.received.length = 0;
    const pushed = (socket: TestSocket, text: string) =>
      socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes(text));
    await move(point(TRUE));
    await pushed(keeper, String(TRUE[0]));
    await pushed(member, '-139.5');
    expect(await found(member, { inArea: [square(TRUE, 0.1)] })).toContain(book());
    member.received.length = 0;
    await move(point(SAME_CELL));
    await pushed(keeper, String(SAME_CELL[0]));
    await move(point(OTHER_CELL));
    await pushed(member, '-141');
    expect(await found(member, { inArea: [square(TRUE, 0.1)] })).not.toContain(book());
    const updates = member.received.filter(({ o }) => o === 'item/update');
    expect(updates).toHaveLength(1);
    expect(JSON.stringify(updates)).not.toMatch(SECRET);
  });

  it('[SPAT-01] goes with its item, and comes back with it', async () => {
    await move(point(TRUE), book('PROTECTED'));
    const where = { inArea: [square(TRUE, 0.01)] };
    expect(await found(keeper, where)).toContain(book('PROTECTED'));
    const { _u: u = 0 } = await read(keeper, book('PROTECTED'));
    expect((await keeper.ask(`delete/${book('PROTECTED')}`, { _u: u })).b).not.toHaveProperty('userMessage');
    expect(await found(keeper, where)).not.toContain(book('PROTECTED'));
    expect(
      (await keeper.ask('act/restoreItem', { _t: 'Book', _i: Number(book('PROTECTED').split('-')[1]) })).b,
    ).not.toHaveProperty('userMessage');
    expect(await found(keeper, where)).toContain(book('PROTECTED'));
    const [row] = await world.services.database.query<{ kind: string; same: boolean }>(
      'select kind, (cell_box is not null and points = 1) as same from item_geometry where t = 102 and i = $1',
      [Number(book('PROTECTED').split('-')[1])],
    );
    expect(row).toEqual({ kind: 'Point', same: true });
  });
});
