// 200,000 places on a map: a new tile, a cached tile, and 5,000 streamed polygons, all over HTTP from a real server.

import { seededRandom } from 'src/base/seededRandom.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { seedPlaces } from 'tests/server/geo/seedPlaces.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';

const PLACES = 200_000;
const POLYGONS = 5_000;
const TILES = 200;
/** Limit in milliseconds for the 95th percentile of tiles. */
const COLD = 200;
const WARM = 60;
const STREAM = 1_000;
/** The polygons are in another area than the other places. */
const POLYGON_BOUNDS = [0, 0, 20, 20];

const random = seededRandom(11);
const anywhere = (): Json => ({ type: 'Point', coordinates: [random.next() * 70 - 140, random.next() * 30 + 40] });
const ring = (): Json => {
  const [x, y] = [random.next() * 20, random.next() * 20];
  const line = Array.from({ length: 20 }, (_, index) => {
    const angle = (index / 20) * 2 * Math.PI;
    return [x + 0.02 * Math.cos(angle), y + 0.02 * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...line, line[0] ?? []]] };
};

const tileOf = (z: number, longitude: number, latitude: number): string => {
  const across = 2 ** z;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = Math.floor(across * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)));
  return `${z}/${Math.floor(((longitude + 180) / 360) * across)}/${y}`;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

interface Site {
  readonly url: string;
  readonly authorization: string;
}

const fetchTile = async ({ url, authorization }: Site, path: string): Promise<void> => {
  const answer = await fetch(`${url}/tiles/Book/${path}.mvt`, { headers: { authorization } });
  await answer.arrayBuffer();
  if (answer.status > 204) throw new Error(`a tile answered ${answer.status}`);
};

const stream = async ({ url, authorization }: Site): Promise<void> => {
  const headers = { authorization, 'stream-reply': 'accept' };
  const b = { query: { must: { _t: ['Book'], bounds: POLYGON_BOUNDS } } };
  const first = await fetch(`${url}/api/item`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ o: 'act/streamFeatures', b }),
  });
  const key = first.headers.get('stream-key');
  await first.json();
  for (let done = key === null; !done;) {
    const next = await fetch(`${url}/api/stream/${key ?? ''}`, { headers });
    done = next.headers.get('stream-done') === 'true';
    await next.json();
  }
};
const measureTiles = async (site: Site): Promise<void> => {
  await fetchTile(site, '0/0/0');
  const paths = [
    ...new Set(
      Array.from({ length: TILES }, () =>
        tileOf(random.whole(2, 12), random.next() * 70 - 140, random.next() * 30 + 40),
      ),
    ),
  ];
  const cold: number[] = [];
  const warm: number[] = [];
  for (const path of paths) cold.push(await timed(() => fetchTile(site, path)));
  for (const path of paths) warm.push(await timed(() => fetchTile(site, path)));
  report({
    name: `tile of ${PLACES} places, made, p95`,
    unit: 'ms',
    value: p95(cold),
    limit: { of: 'value', atMost: COLD },
  });
  report({
    name: `tile of ${PLACES} places, kept, p95`,
    unit: 'ms',
    value: p95(warm),
    limit: { of: 'value', atMost: WARM },
  });
};

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const { services, ids, url } = world;
  const seeded = { readers: ['everyone'], shelf: ids['shelf'] ?? '' };
  await seedPlaces(services, { ...seeded, count: PLACES, above: 1_000, placeOf: anywhere });
  await seedPlaces(services, { ...seeded, count: POLYGONS, above: 1_000_000, placeOf: ring });
  const authorization = `Bearer ${await signIn(url, 'member')}`;
  const site = { url, authorization };
  await measureTiles(site);
  await stream(site);
  report({
    name: `${POLYGONS} polygons streamed`,
    unit: 'ms',
    value: await timed(() => stream(site)),
    limit: { of: 'value', atMost: STREAM },
  });
  await world.stop();
};
