// A hundred exports at once, most of them cancelled: others still get theirs, and neither files nor memory nor slots are left behind.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openExport } from 'src/server/exchange/exportStream.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const PEOPLE = ['creator', 'member', 'capability holder', 'protected reader', 'private reader', 'owner administrator'];
const FORMATS = ['csv', 'xlsx', 'gpkg', 'json', 'geojson', 'kml'] as const;
const PLACES = 400;
const AT_ONCE = 100;
const ROUNDS = 3;
const MEBIBYTE = 1_048_576;
const QUERY = { must: { _t: ['SpatialFeature'] } } as const;

let world: ProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  const geometry = { type: 'Point', coordinates: [-139, 50] };
  const more = { geometry, description: 'shore '.repeat(3_000), state: 'ACTIVE' };
  await world.add(
    Array.from({ length: PLACES }, (_, at) => ({
      ...{ type: 'SpatialFeature', level: 'PUBLIC' as const, mark: `place ${at}` },
      more: { ...more, label: `Place ${at}` },
    })),
  );
}, 120_000);
afterAll(() => world.stop());

interface Begun {
  readonly status: number;
  readonly retryAfter: string | null;
}

const post = (actor: string, format: (typeof FORMATS)[number], signal: AbortSignal): Promise<Response> =>
  fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokenOf(actor)}` },
    body: JSON.stringify({ format, query: QUERY }),
    signal,
  });

const leftFolders = (): Promise<string[]> => readdir(join(world.dataDir, 'files', 'scratch'));

/** Begins exports of all people and formats, reads a part of each, and leaves. */
const beginAndLeave = async (): Promise<Begun[]> => {
  const leaving = new AbortController();
  const begun = Array.from({ length: AT_ONCE }, async (_, at): Promise<Begun> => {
    const actor = PEOPLE[at % PEOPLE.length] ?? '';
    const answer = await post(actor, FORMATS[at % FORMATS.length] ?? 'csv', leaving.signal);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  });
  // A file that is not streamed answers late, so the client leaves when the refused ones have their answers.
  const refusals = begun.map((each) => each.then(({ status }) => status === 429).catch(() => false));
  let refused = 0;
  await new Promise<void>((resolve) => {
    for (const each of refusals)
      void each.then((isRefused) => {
        refused += isRefused ? 1 : 0;
        if (refused >= AT_ONCE / 2) resolve();
      });
    void Promise.all(refusals).then(() => resolve());
  });
  leaving.abort();
  const settled = await Promise.allSettled(begun);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

it('[EXCHANGE] [TRUST] a person who leaves before an export is sent ends it, and the process goes on', async () => {
  const { services } = world;
  const person = await services.sessions.subjectOf(world.idOf('member'));
  if (!person) throw new Error('the member has an account');
  const leaving = new AbortController();
  const readFilterNow = () => services.readFilters.readFilterFor(person);
  const asker = { services, readFilterNow, gone: leaving.signal, wait: () => undefined };
  leaving.abort();
  const { content } = await openExport(asker, { format: 'csv', ids: [world.own] });
  expect(content.destroyed).toBe(true);
  // The stream has no reader yet. An uncaught error would end the process, and fails the run of the tests.
  await new Promise((resolve) => setImmediate(resolve));
});

it('[EXCHANGE] [TRUST] a hundred exports at once are limited, leave nothing when they are cancelled, and stop no one from exporting later', async () => {
  const before = process.memoryUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await beginAndLeave();
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(AT_ONCE / 2);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
    await expect.poll(leftFolders, { timeout: 30_000 }).toEqual([]);
  }
  for (const actor of [...PEOPLE, 'stranger', 'visitor']) {
    const text = await world.exported(actor, { format: 'csv', query: QUERY });
    expect(text.split('\n').length).toBeGreaterThan(PLACES);
  }
  const after = process.memoryUsage();
  const grown = (after.rss - before.rss) / MEBIBYTE;
  expect(grown).toBeLessThan(400);
  const busy = `select query from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(() => world.services.database.query(busy), { timeout: 10_000 }).toEqual([]);
}, 180_000);

it('[EXCHANGE] a person without an export gets one while another holds as many as they may', async () => {
  const leaving = new AbortController();
  const held = await Promise.all([0, 1].map(() => post('member', 'json', leaving.signal)));
  expect(held.map(({ status }) => status)).toEqual([200, 200]);
  const more = await post('member', 'json', leaving.signal);
  expect(more.status).toBe(429);
  expect((await world.exported('private reader', { format: 'csv', query: QUERY })).length).toBeGreaterThan(0);
  leaving.abort();
  await expect.poll(async () => (await post('member', 'csv', AbortSignal.timeout(5_000))).status).toBe(200);
});
