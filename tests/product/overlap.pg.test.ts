// Counts of the records in an area and around it, for each reader by their rights, without any position.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isOther, OTHER_MARKER } from 'src/model/item/otherMarker.ts';
import { countStatement } from 'src/model/geo/countStatement.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import { registry } from 'src/generated/registry.server.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const OTHER = `${OTHER_MARKER}:zq canary kind`;

let world: ProductWorld;
const areas = new Map<string, ItemId>();

const one = async (type: string, mark: string, more: Readonly<Record<string, Json>>, level: Level = 'PUBLIC') =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';
const [WEST, SOUTH, SIDE] = [-139.2, 50.3, 0.02];
const METRE = 1 / 111_195;
const ring = (west: number, south: number, side: number): number[][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
/** A draft, so that it is not counted itself. */
const areaOf = (label: string, geometry?: Json, level?: Level): Promise<ItemId> =>
  one('SpatialFeature', label, { label, state: 'DRAFT', ...(geometry !== undefined && { geometry }) }, level);
/** So many metres north of the area, over its middle. */
const north = (metres: number): Json => ({
  type: 'Point',
  coordinates: [WEST + SIDE / 2, SOUTH + SIDE + metres * METRE],
});

const SHAPES: Readonly<Record<string, Json>> = {
  plain: { type: 'Polygon', coordinates: [ring(WEST, SOUTH, SIDE)] },
  holed: { type: 'Polygon', coordinates: [ring(WEST, SOUTH, SIDE), ring(WEST + 0.005, SOUTH + 0.005, 0.01).reverse()] },
  continent: { type: 'Polygon', coordinates: [ring(-160, 20, 40)] },
};
const PLACES: readonly (readonly [string, number, Level])[] = [
  ['inside', -500, 'PUBLIC'],
  ['hidden', -600, 'PRIVATE'],
  ['in the hole', -1_100, 'COMMUNITY'],
  ['near', 90, 'PUBLIC'],
  ['beyond', 110, 'COMMUNITY'],
  ['far', 4_900, 'PRIVATE'],
];

beforeAll(async () => {
  world = await openProductWorld();
  for (const [name, geometry] of Object.entries(SHAPES)) areas.set(name, await areaOf(name, geometry));
  const empty = await areaOf('none');
  await world.change(empty, { geometry: null });
  areas.set('empty', empty);
  for (const [label, metres, level] of PLACES)
    await one('SpatialFeature', label, { label, geometry: north(metres), state: 'ACTIVE' }, level);
  await one('SpatialFeature', 'archived', { label: 'archived', geometry: north(-400), state: 'ARCHIVED' });
});
afterAll(() => world.stop());

const isCounted = (type: string): boolean => registry.types[type]?.view.place?.inStatement === true;

const BANDS = [0, 100, 1_000, 5_000];

const ask = (actor: string, name: string, bands: readonly number[] = BANDS): Promise<Answer> => {
  const [_t, number] = (areas.get(name) ?? '').split('-');
  return world.ask(actor, 'act/overlap', { _t: _t ?? '', _i: Number(number), path: 'geometry', bands: [...bands] });
};
const overlap = async (actor: string, name: string, bands?: readonly number[]): Promise<Overlap> => {
  const answer = await ask(actor, name, bands);
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  return answer.ok as unknown as Overlap;
};
const featuresIn = ({ rows, bands }: Overlap): number[] =>
  bands.map((_, band) =>
    rows.filter(({ type }) => type === 'SpatialFeature').reduce((sum, { counts }) => sum + (counts[band] ?? 0), 0),
  );
/** Counts of features in the area and up to this many metres around it. */
const counted = async (actor: string, name: string, within = 0): Promise<number> =>
  featuresIn(await overlap(actor, name, [within]))[0] ?? 0;

it.each(['member', 'private reader'])(
  '[SPAT-01] [PERM-01] counts and lists for %s what they may read, band by band',
  async (actor) => {
    const found = await overlap(actor, 'plain');
    const mine = PLACES.filter(([, , level]) => actor === 'private reader' || level !== 'PRIVATE');
    const bandAt = (metres: number): number => BANDS.findIndex((within) => metres <= within);
    expect(featuresIn(found)).toEqual(BANDS.map((_, band) => mine.filter(([, at]) => bandAt(at) === band).length));
    const listed = found.places.filter(({ row }) => found.rows[row]?.type === 'SpatialFeature');
    expect(listed.map(({ label, band }) => `${band} ${label}`).toSorted()).toEqual(
      mine.map(([label, metres]) => `${bandAt(metres)} ${label}`).toSorted(),
    );
  },
);

it('[SPAT-01] what lies in a hole does not lie in the area, and a metre is a metre away from the equator', async () => {
  expect(await counted('private reader', 'holed')).toBe(1);
  for (const [within, count] of [
    [85, 3],
    [95, 4],
    [105, 4],
    [115, 5],
    [4_850, 5],
    [4_950, 6],
  ] as const)
    expect({ within, count: await counted('private reader', 'plain', within) }).toEqual({ within, count });
});

it('[SPAT-01] [CONS-01] what lies in the areas or along the lines of a request lies in its project area, and distances count from both', async () => {
  const geometries: Json = [
    { type: 'Point', coordinates: [WEST + 1, SOUTH + 1] },
    SHAPES['plain'] ?? null,
    // A road from the middle of the area north, past what lies 90 and 110 metres beyond it.
    {
      type: 'LineString',
      coordinates: [
        [WEST + SIDE / 2, SOUTH + SIDE / 2],
        [WEST + SIDE / 2, SOUTH + SIDE + 150 * METRE],
      ],
    },
  ];
  const id = await one('Consultation', 'mixed', {
    projectName: 'mixed',
    projectArea: { type: 'GeometryCollection', geometries },
  });
  const [_t, number] = id.split('-');
  const asked = { _t: _t ?? '', _i: Number(number), path: 'projectArea', bands: [0, 5_000] };
  const answer = await world.ask('private reader', 'act/overlap', asked);
  expect(featuresIn((answer as { ok: Json }).ok as unknown as Overlap)).toEqual([5, 1]);
});

it('[SPAT-01] an area that is not there, or is too large to look around, is refused in words; the rest is hidden', async () => {
  const refused = async (name: string): Promise<string> => JSON.stringify(await ask('member', name));
  expect(await refused('empty')).toContain('errors.overlap.noArea');
  expect(await refused('continent')).toContain('errors.overlap.tooLarge');
  expect(await counted('member', 'continent')).toBeGreaterThan(2);
  const secret = await one(
    'ResearchProject',
    'secret',
    { title: 'secret', studyArea: SHAPES['plain'] ?? null },
    'PRIVATE',
  );
  areas.set('secret', secret);
  expect(await ask('member', 'secret')).toMatchObject({ refused: 'notFound' });
});

/** Lines that cross each other: so many to the east, and so many to the north. */
const grid = (lines: number): Json => ({
  type: 'MultiLineString',
  coordinates: Array.from({ length: lines }, (_, at) => at / lines).flatMap((at) => [
    [
      [WEST, SOUTH + at],
      [WEST + 1, SOUTH + at],
    ],
    [
      [WEST + at, SOUTH],
      [WEST + at, SOUTH + 1],
    ],
  ]),
});

it('[SPAT-01] [TRUST] an outline that takes too long is refused, and keeps no tile and no other person waiting', async () => {
  areas.set('hostile', await areaOf('hostile', grid(400)));
  areas.set('small', await areaOf('small', grid(4)));
  const started = performance.now();
  const hostile = Promise.all([1, 2, 3].map(() => ask('member', 'hostile', [1])));
  const tile = await world.get('private reader', '/tiles/SpatialFeature/8/29/86.mvt');
  expect([200, 204]).toContain(tile.status);
  expect(performance.now() - started).toBeLessThan(6_000);
  expect(await overlap('private reader', 'small', [1])).toMatchObject({ bands: [{ within: 1 }] });
  const socket = await world.socket('owner administrator');
  const asked = performance.now();
  const [_t = '', number] = (areas.get('hostile') ?? '').split('-');
  // No request waits for its answer.
  socket.ask('act/overlap', { _t, _i: Number(number), path: 'geometry', bands: [1] }).catch(() => undefined);
  expect(await socket.ask(`label/${areas.get('plain') ?? ''}`)).not.toHaveProperty('erred');
  expect(performance.now() - asked).toBeLessThan(6_000);
  socket.close();
  const answers = (await hostile).map((answer) => JSON.stringify(answer));
  expect(answers.filter((answer) => answer.includes('errors.overlap.tooLarge'))).toHaveLength(2);
  expect(answers.filter((answer) => answer.includes('rateLimited'))).toHaveLength(1);
  // The next one is worked out as ever.
  expect(await overlap('member', 'small', [1])).toMatchObject({ bands: [{ within: 1 }] });
}, 60_000);

it('[SPAT-01] [CONS-01] counts more than it lists, along a line too, and a statement of it says no name and no place', async () => {
  const line: Json = {
    type: 'LineString',
    coordinates: [
      [WEST, SOUTH - 0.5],
      [WEST + 0.001, SOUTH - 0.5],
    ],
  };
  areas.set('line', await areaOf('line', line));
  const at = (metres: number, index: number): Json => ({
    type: 'Point',
    coordinates: [WEST + 0.00001 * index, SOUTH - 0.5 + metres * METRE],
  });
  const kinds = ['CAMP', 'CAMP', 'TRAIL', OTHER];
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      one('SpatialFeature', `zq canary ${index}`, {
        ...{ label: `zq canary ${index}`, state: 'ACTIVE', geometry: at(index < 55 ? 0 : 500, index) },
        spatialType: kinds[index % kinds.length] ?? null,
      }),
    ),
  );
  const found = await overlap('member', 'line');
  expect(found.rows.map(({ kind, counts }) => [kind, ...counts])).toEqual(
    expect.arrayContaining([
      ['CAMP', 28, 0, 2, 0],
      ['TRAIL', 14, 0, 1, 0],
      [OTHER, 13, 0, 2, 0],
    ]),
  );
  expect(BANDS.map((_, band) => found.places.filter((place) => place.band === band).length)).toEqual([50, 0, 5, 0]);
  // A single band is counted by the same kinds.
  const alone = await overlap('member', 'line', [0]);
  const kindsOf = ({ rows }: Overlap) =>
    rows.map(({ type, kind = '', counts }) => `${type} ${kind} ${counts[0] ?? 0}`).toSorted();
  expect(kindsOf(alone)).toEqual(kindsOf(found));
  expect(alone.places).toHaveLength(50);
  const told = countStatement(found, { isCounted, isNamed: (_, kind) => !isOther(kind) });
  expect(told.filter(({ least }) => least !== undefined)).toEqual([
    { type: 'SpatialFeature', kind: 'CAMP', band: 0, least: 25 },
    { type: 'SpatialFeature', kind: 'TRAIL', band: 0, least: 10 },
    { type: 'SpatialFeature', kind: undefined, band: 0, least: 10 },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/canary|139|50\.|Feature-/);
  // A change from none to two, or the reverse, is not reported.
  const few = { bands: found.bands, rows: [{ type: 'SpatialFeature', kind: 'GRAVE', counts: [4, 0, 2, 0] }] };
  const line1 = { type: undefined, kind: undefined, least: undefined };
  const none = BANDS.map((_, band) => ({ ...line1, band }));
  for (const rows of [few.rows, []])
    expect(countStatement({ ...few, rows }, { isCounted, isNamed: () => true })).toEqual(none);
});

it('[CONS-02] a statement counts records of knowledge, and neither requests, answers, work nor territories', () => {
  const counted = Object.keys(registry.types).filter(isCounted);
  expect(counted.toSorted()).toEqual(['Feature', 'SpatialFeature']);
});
