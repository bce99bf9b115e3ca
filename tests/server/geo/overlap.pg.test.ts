// Cost of a request about an area: it neither waits for writers nor delays them, and it counts as its number of searches.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { seededRandom } from 'src/base/seededRandom.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { areaWithin } from 'src/server/search/map/bandsAround.ts';
import { seedPlaces } from 'tests/server/geo/seedPlaces.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** Size of the pool of a test's database, which limits concurrent statements. */
const TRANSACTIONS = 5;
/** Three questions and a part of a fourth. */
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

/** Creates a coast: each corner is further from the middle than the previous one, by a fraction of its distance. */
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
  // In the main thread, the widest band would block all answers for seconds.
  expect(delay.max / 1e6).toBeLessThan(2_000);
  other.close();
  area = plain;
});

it('[SPAT-01] looks 50 km around an outline of needles, and says where it went around a simpler one', async () => {
  const plain = area;
  const needles = Array.from({ length: 1_900 }, (_, at) => [-139 + at / 1_900, 50 + (at % 2) * (0.6 + (at % 7) / 20)]);
  const outline = [...needles, [-138, 49.9], [-139, 49.9], needles[0] ?? []];
  area = await book('Needles', { type: 'Polygon', coordinates: [outline] });
  await book('Within the widest', { type: 'Point', coordinates: [-138.5, 51.2] });
  const { b } = await ask([0, 50_000]);
  const { bands, rows } = b as unknown as Overlap;
  expect(bands.map(({ within }) => within)).toEqual([0, 50_000]);
  expect(bands.map(({ wider = 0 }) => wider > 0)).toEqual([false, true]);
  expect(bands[1]?.wider).toBeLessThanOrEqual(2_000);
  expect(rows.reduce((sum, { counts }) => sum + (counts[1] ?? 0), 0)).toBeGreaterThan(0);
  area = plain;
}, 60_000);

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
  // A person with too many requests may still write.
  await book('Another', { type: 'Point', coordinates: [-139, 50] });
});

it('[SPAT-01] a band is as wide as it should be, and an outline that nothing can be left out of is refused', () => {
  const within = (geometry: Json, metres: number): Area => {
    const found = areaWithin(geometry as unknown as Geometry, metres)?.area;
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

it('[SPAT-01] [PERM-01] counts few places one by one and many by searches, both as a plain comparison does', async () => {
  const generous = { perSecond: 1e6, burst: 1e6 };
  const other = await openWorld({ limits: { search: generous } });
  const asker = await TestSocket.as(other.url, await signIn(other.url, 'keeper'));
  const shelf = other.ids['shelf'] ?? '';
  const geometry: Json = { type: 'Polygon', coordinates: [ring] };
  const made = await asker.ask('create/Book', { title: 'Area', shelf, place: geometry, state: 'DRAFT' });
  const _i = Number((made.b as { $id: string }).$id.split('-')[1]);
  const bands = [0, 500, 2_000, 8_000];
  const areas = bands.map((metres) => prepareArea(areaWithin(geometry as unknown as Geometry, metres)?.area as Area));
  const random = seededRandom(3);
  const counts = bands.map(() => 0);
  const placeOf = (index: number): Json => {
    const [east, north] = [-139.1 + 0.3 * random.next(), 49.9 + 0.3 * random.next()];
    const there = [east + 0.004, north + 0.002];
    return index % 3 === 0
      ? { type: 'Point', coordinates: [east, north] }
      : { type: 'LineString', coordinates: [[east, north], there] };
  };
  const counted = (index: number): Json => {
    const place = placeOf(index);
    const band = areas.findIndex((area) => area.meets(place as unknown as Geometry));
    if (band >= 0) counts[band] = (counts[band] ?? 0) + 1;
    return place;
  };
  const seed = { readers: ['everyone'], shelf, placeOf: counted };
  for (const [count, above, isFew] of [
    [1_000, 1_000_000, true],
    [4_000, 2_000_000, false],
  ] as const) {
    await seedPlaces(other.services, { ...seed, count, above });
    const hidden = { ...seed, placeOf, readers: ['nobody at all'], above: above + 500_000, count: 300 };
    await seedPlaces(other.services, hidden);
    const { b } = await asker.ask('act/overlap', { _t: 'Book', _i, path: 'place', bands });
    const { rows, places } = b as unknown as Overlap;
    expect(rows.map((row) => row.counts)).toEqual([counts]);
    // More than the number that is sorted one by one.
    expect(counts.reduce((sum, each) => sum + each, 0) <= 2_000).toBe(isFew);
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(places.every(({ band }, at) => at === 0 || band >= (places[at - 1]?.band ?? 0))).toBe(true);
  }
  asker.close();
  await other.stop();
});
