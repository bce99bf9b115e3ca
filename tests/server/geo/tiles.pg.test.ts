// Tiles as maps fetch them, read with the library of the maps: their content, their readers, and how they follow changes.

import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MapLayer } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { seedPlaces } from 'tests/server/geo/seedPlaces.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
const tokens: Record<string, string> = {};
const named: Record<string, ItemId> = {};

const metadata = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });
const add = async (type: string, properties: Body): Promise<ItemId> => {
  const { items, database } = world.services;
  return (await database.transaction((tx) => items.insert(tx, type, properties, metadata()))).id;
};
const change = (id: ItemId, changes: Body): Promise<void> => {
  const { items, database } = world.services;
  return database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, metadata());
  });
};
const point = (longitude: number, latitude: number): Json => ({ type: 'Point', coordinates: [longitude, latitude] });
const book = (title: string, more: Body): Promise<ItemId> =>
  add('Book', { title, shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC', state: 'ACTIVE', ...more });

/** The tile of zoom 10 at 50.1 north, 120.1 west. */
const HERE = '10/170/346';
/** Tiles at any other position are empty. */
const SEA = '10/10/500';

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  named['lake'] = await book('Lake', {
    year: 1901,
    place: {
      type: 'Polygon',
      coordinates: [
        [
          [-120.2, 50.05],
          [-120.0, 50.05],
          [-120.0, 50.15],
          [-120.2, 50.15],
          [-120.2, 50.05],
        ],
      ],
    },
  });
  named['camp'] = await book('Camp', { place: point(-120.1, 50.1) });
  named['archived'] = await book('Archived', { place: point(-120.11, 50.11), state: 'ARCHIVED' });
});
afterAll(() => world.stop());

interface Got {
  readonly status: number;
  readonly etag: string | null;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

const get = async (who: string | undefined, path: string, headers: Record<string, string> = {}): Promise<Got> => {
  const authorization: Record<string, string> =
    who === undefined ? {} : { authorization: `Bearer ${tokens[who] ?? ''}` };
  const answer = await fetch(`${world.url}/tiles/${path}`, { headers: { ...authorization, ...headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, etag: answer.headers.get('etag'), headers: answer.headers, bytes };
};

const featuresIn = ({ bytes }: Got) => {
  const layer = bytes.length === 0 ? undefined : new VectorTile(new PbfReader(bytes)).layers['features'];
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const feature = layer?.feature(index);
    return { ...feature?.properties, id: feature?.id, kind: feature?.type, geometry: feature?.loadGeometry() };
  });
};
const idsIn = (got: Got): unknown[] => featuresIn(got).flatMap((feature) => ('$id' in feature ? [feature.$id] : []));

const mapLayer = async (who: string | undefined, b: Json): Promise<{ b: MapLayer & { userMessage?: string } }> => {
  const authorization: Record<string, string> =
    who === undefined ? {} : { authorization: `Bearer ${tokens[who] ?? ''}` };
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: authorization,
    body: JSON.stringify({ o: 'act/mapLayer', b }),
  });
  return (await answer.json()) as { b: MapLayer };
};

it('[SPAT-02] a tile holds what is in it, clipped, with id, type, label and the declared properties', async () => {
  const got = await get('member', `Book/${HERE}.mvt`);
  expect(got.status).toBe(200);
  expect(got.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  expect(got.headers.get('cache-control')).toBe('private, no-cache');
  const [lake, camp, ...others] = featuresIn(got);
  expect(others).toEqual([]);
  expect(lake).toMatchObject({ $id: named['lake'], type: 'Book', label: 'Lake', state: 'ACTIVE', year: 1901, kind: 3 });
  expect(camp).toMatchObject({ $id: named['camp'], label: 'Camp', kind: 1 });
  // Map programs identify features by integers.
  expect([lake?.id, camp?.id].map(Number.isSafeInteger)).toEqual([true, true]);
  expect(lake?.id).not.toBe(camp?.id);
  for (const { x, y } of (lake?.geometry ?? []).flat()) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(-64);
    expect(Math.max(x, y)).toBeLessThanOrEqual(4096 + 64);
  }
  expect((await get('member', `Book/${SEA}.mvt`)).status).toBe(204);
  expect(idsIn(await get(undefined, `Book/${HERE}.mvt`))).toEqual([named['lake'], named['camp']]);
});

it('a tile that the browser has is not sent again, by a cookie as by a token', async () => {
  const { etag } = await get('member', `Book/${HERE}.mvt`);
  const again = await get('member', `Book/${HERE}.mvt`, { 'if-none-match': etag ?? '' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const byCookie = await get(undefined, `Book/${HERE}.mvt`, { cookie: `Access-Token=${tokens['member'] ?? ''}` });
  expect([byCookie.status, byCookie.etag]).toEqual([200, etag]);
});

it('refuses what is no tile and what is no layer', async () => {
  for (const place of ['1/2/0', '1/0/2', '-1/0/0', '30/0/0', '1/0/0x', '01/0/0', 'a/b/c', '1.5/0/0'])
    expect({ place, status: (await get('member', `Book/${place}.mvt`)).status }).toEqual({ place, status: 422 });
  expect((await get('member', 'Book/0/0/0.png')).status).toBe(422);
  for (const layer of ['User', 'Loan', 'Nothing', `Book-9999`, named['camp'] ?? '', '__proto__']) {
    expect({ layer, status: (await get('member', `${layer}/0/0/0.mvt`)).status }).toEqual({ layer, status: 404 });
    expect({ layer, status: (await get(undefined, `${layer}/0/0/0.mvt`)).status }).toEqual({ layer, status: 403 });
  }
});

it('[SPAT-02] act/mapLayer describes the source of a layer, and its key works only for its caller', async () => {
  const query = { must: { _t: ['Book'], text: ['camp'] } };
  const { b } = await mapLayer('member', { query });
  expect(b).toMatchObject({ layer: 'search', total: 1, tiles: false, extent: 4096 });
  expect(b.bbox?.map((side) => Number(side.toFixed(6)))).toEqual([-120.1, 50.1, -120.1, 50.1]);
  const path = `${b.layer}/${HERE}.mvt?q=${b.key}`;
  expect(idsIn(await get('member', path))).toEqual([named['camp']]);
  expect((await mapLayer('member', { query })).b.key).toBe(b.key);
  expect((await mapLayer('stranger', { query })).b.key).not.toBe(b.key);
  for (const [who, status] of [
    ['stranger', 404],
    ['admin', 404],
    [undefined, 403],
  ] as const)
    expect((await get(who, path)).status).toBe(status);
  expect((await get('member', `Book/${HERE}.mvt?q=${b.key}`)).status).toBe(404);
  expect((await get('member', `search/${HERE}.mvt?q=nonsense`)).status).toBe(404);
  // A layer without types with geometry gives the same answer as a hidden or missing one.
  expect((await mapLayer('member', { query: { must: { _t: ['User'] } } })).b.userMessage).toBe('notFound');
  expect((await mapLayer('member', { layer: 'Book-9999' })).b.userMessage).toBe('notFound');
  expect((await mapLayer(undefined, { layer: 'Book-9999' })).b.userMessage).toBe('notAllowed');
  expect((await mapLayer(undefined, { layer: 'Book' })).b).toMatchObject({ layer: 'Book', total: 2 });
  const archived = await mapLayer('member', { query: { must: { _t: ['Book'] } }, includeExcluded: true });
  expect(archived.b.total).toBe(3);
});

it('[SPAT-02] a saved search is a layer for all people who may see it', async () => {
  const saved = await add('SavedSearch', {
    name: 'Camps',
    displayAs: 'MAP',
    screen: 'search',
    searchString: 'camp',
    $access: 'PRIVATE',
  });
  expect(idsIn(await get('admin', `${saved}/${HERE}.mvt`))).toEqual([named['camp']]);
  expect((await get('member', `${saved}/${HERE}.mvt`)).status).toBe(404);
});

it('an edited place shows in the next tile, and a closed one is gone from it', async () => {
  const id = await book('Moved', { place: point(-150, 10) });
  expect((await get('member', `Book/${SEA}.mvt`)).status).toBe(204);
  await change(id, { place: point(-176.4, 4.1) });
  const moved = await get('member', `Book/${SEA}.mvt`);
  expect(idsIn(moved)).toEqual([id]);
  expect((await get('member', `Book/${SEA}.mvt`)).etag).toBe(moved.etag);
  await change(id, { $access: 'PRIVATE' });
  expect((await get('member', `Book/${SEA}.mvt`)).status).toBe(204);
  expect(idsIn(await get('keeper', `Book/${SEA}.mvt`))).toEqual([id]);
  await change(id, { state: 'ARCHIVED' });
  expect((await get('keeper', `Book/${SEA}.mvt`)).status).toBe(204);
});

it('[PERM-01] hidden places leave no trace: the bytes are those of a world without them', async () => {
  const paths = [`Book/${HERE}.mvt`, 'Book/0/0/0.mvt', `Book/${SEA}.mvt`, 'Book/14/2726/5544.mvt'];
  const before = await Promise.all(paths.map((path) => get('member', path)));
  for (const [title, place] of [
    ['Canary camp', point(-120.1001, 50.1001)],
    ['Canary at sea', point(-176.4, 4.1)],
    [
      'Canary lake',
      {
        type: 'LineString',
        coordinates: [
          [-121, 50],
          [-119, 51],
        ],
      },
    ],
  ] as const)
    await book(title, { place, $access: 'PRIVATE' });
  for (const [index, path] of paths.entries()) {
    const after = await get('member', path);
    expect({ path, status: after.status, etag: after.etag }).toEqual({
      path,
      status: before[index]?.status,
      etag: before[index]?.etag,
    });
    expect(after.bytes.equals(before[index]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(after.bytes.toString('latin1')).not.toMatch(/canary/i);
    expect([...after.headers.keys()]).toEqual([...(before[index]?.headers.keys() ?? [])]);
  }
  expect((await mapLayer('member', { layer: 'Book' })).b.total).toBe(2);
  expect((await get('keeper', `Book/${HERE}.mvt`)).bytes.toString('latin1')).toMatch(/Canary camp/);
});

it('[TRUST] records whom a tile showed what is PRIVATE, also when the tile was kept', async () => {
  const id = await book('Watched', { place: point(-170, -20), $access: 'PRIVATE' });
  const path = 'Book/8/7/142.mvt';
  for (const who of ['keeper', 'keeper']) expect(idsIn(await get(who, path))).toEqual([id]);
  const { database, audit } = world.services;
  const { entries } = await audit.trail(database, [id], { before: undefined, max: 20 });
  expect(entries.map(({ channel, by }) => ({ channel, by }))).toEqual([{ channel: 'tiles', by: world.ids['keeper'] }]);
});

it('[SPAT-02] [PERM-01] many places at a low zoom are thinned to points that count what the caller may see', async () => {
  const { services, ids } = world;
  const shelf = ids['shelf'] ?? '';
  // 1,600 on a grid around 60 north, 80 west; as many hidden ones between them.
  const placeOf = (index: number): Json => point(-80 + (index % 40) * 0.01, 60 + Math.floor(index / 40) * 0.01);
  await seedPlaces(services, { count: 1_600, above: 1_000_000, placeOf, readers: ['everyone'], shelf });
  const path = 'Book/4/4/4.mvt';
  const before = await get('member', path);
  const features = featuresIn(before);
  const sum = features.reduce((all, feature) => all + Number('count' in feature ? feature.count : 1), 0);
  expect(sum).toBe(1_600);
  expect(features.length).toBeLessThan(200);
  const hidden = (index: number): Json => point(-80.005 + (index % 40) * 0.01, 60.005 + Math.floor(index / 40) * 0.01);
  await seedPlaces(services, { count: 1_600, above: 500_000, placeOf: hidden, readers: ['nobody at all'], shelf });
  const after = await get('member', path);
  expect(after.etag).toBe(before.etag);
  const all = featuresIn(await get('admin', path)).reduce(
    (counted, feature) => counted + Number('count' in feature ? feature.count : 1),
    0,
  );
  expect(all).toBe(3_200);
});

it('[TRUST] a burst of a thousand tiles leaves the process alive, and others read meanwhile', async () => {
  const left = new AbortController();
  const burst = Array.from({ length: 1_000 }, async (_, index) => {
    const path = `Book/12/${index % 64}/${1_000 + (index % 4)}.mvt`;
    // It does not wait for half of them.
    const signal = index % 2 === 0 ? left.signal : null;
    const answer = await fetch(`${world.url}/tiles/${path}`, {
      headers: { authorization: `Bearer ${tokens['stranger'] ?? ''}` },
      signal,
    }).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status;
  });
  const read = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens['member'] ?? ''}` },
    body: JSON.stringify({ o: `label/${named['camp'] ?? ''}` }),
  });
  expect(((await read.json()) as { b: { label: string } }).b.label).toBe('Camp');
  left.abort();
  const statuses = new Set(await Promise.all(burst));
  expect([...statuses].filter((status) => ![undefined, 204, 429].includes(status))).toEqual([]);
  expect((await get('member', `Book/${HERE}.mvt`)).status).toBe(200);
}, 60_000);
