// What a question about an area costs: it waits for no writer and makes none wait, and it counts as the searches that it is.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { areaWithin } from 'src/server/geo/bandsAround.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** Of the pool of a test's database: all that may run at a time. */
const TRANSACTIONS = 5;
/** Three questions, and a part of a fourth. */
const SEARCHES = { perSecond: 0.001, burst: 60 };

let world: World;
let keeper: TestSocket;
let token: string;
let area: ItemId;

const ring = [
  [-139, 50],
  [-138.9, 50],
  [-138.9, 50.1],
  [-139, 50],
];
const bodyOf = (bands: readonly number[]) => ({
  ...{ _t: 'Book', _i: Number(area.split('-')[1]), path: 'place', bands: [...bands] },
});
const ask = (bands: readonly number[]) => keeper.ask('act/overlap', bodyOf(bands));
const book = async (title: string, place: Json): Promise<ItemId> => {
  const values = { title, shelf: world.ids['shelf'] ?? '', place, state: 'DRAFT' };
  return String(((await keeper.ask('create/Book', values)).b as { $id: string }).$id);
};

beforeAll(async () => {
  world = await openWorld({ limits: { search: SEARCHES } });
  token = await signIn(world.url, 'keeper');
  keeper = await TestSocket.as(world.url, token);
  area = await book('Area', { type: 'Polygon', coordinates: [ring] });
});
afterAll(async () => {
  keeper.close();
  await world.stop();
});

/** A coast: each corner so much further out than the one before, as a part of its distance from the middle. */
const coast = (corners: number, rough: number, radius: number): Json => {
  const line = Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    const far = radius * (1 + rough * Math.abs(Math.sin(at * 12.9898)));
    return [-139 + far * Math.cos(angle), 50 + far * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...line, line[0] ?? []]] };
};

it('[SPAT-01] looks around a rough coast while others are answered', async () => {
  const plain = area;
  area = await book('Coast', coast(1_000, 0.3, 0.05));
  const other = await TestSocket.as(world.url, await signIn(world.url, 'member'));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const body = { o: 'act/overlap', b: bodyOf([0, 1_000, 5_000]) };
  const asked = fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const [answer] = await Promise.all([asked.then((reply) => reply.json()), other.ask('ping')]);
  delay.disable();
  expect(answer).toMatchObject({ b: { bands: [{ within: 0 }, { within: 1_000 }, { within: 5_000 }] } });
  // Worked out where everybody is answered, the widest band alone takes seconds.
  expect(delay.max / 1e6).toBeLessThan(2_000);
  other.close();
  area = plain;
});

it('[SPAT-01] is answered while every place for a writer is taken, and counts as so many searches, not as one write', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const writers = Array.from({ length: TRANSACTIONS }, () =>
    world.services.database.transaction(async (tx) => {
      await tx.query('select 1');
      await held;
    }),
  );
  const answer = await ask([0, 1_000, 5_000]);
  release();
  await Promise.all(writers);
  expect(answer.b).toMatchObject({ bands: [{ within: 0 }, { within: 1_000 }, { within: 5_000 }] });

  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await ask([0, 10, 100, 1_000, 5_000, 50_000]));
  expect(answers.filter(({ erred }) => erred !== true).length).toBeLessThanOrEqual(2);
  expect(answers.at(-1)).toMatchObject({ erred: true, b: { userMessage: 'rateLimited' } });
  // Who asks too much may still write.
  await book('Another', { type: 'Point', coordinates: [-139, 50] });
});

it('[SPAT-01] a band is as wide as it should be, and an outline that nothing can be left out of is refused', () => {
  const within = (geometry: Json, metres: number): Area => {
    const found = areaWithin(geometry as unknown as Geometry, metres);
    if (!found) throw new Error('none');
    return found;
  };
  const degree = 111_195;
  const at = (metres: number): Geometry => ({ type: 'Point', coordinates: [-139, 50 + 0.5 + metres / degree] });
  // A circle of half a degree.
  for (const metres of [1_000, 10_000]) {
    const around = prepareArea(within(coast(900, 0, 0.5), metres));
    expect(around.meets(at(metres * 0.92))).toBe(true);
    expect(around.meets(at(metres * 1.02 + 50))).toBe(false);
  }
  expect(areaWithin(coast(100_000, 0.2, 2) as unknown as Geometry, 100)).toBeUndefined();
});
