// What lies in an area and around it, counted for each reader by what they may read, and nothing that says where.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

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
  areas.set('empty', await areaOf('none'));
  for (const [label, metres, level] of PLACES)
    await one('SpatialFeature', label, { label, geometry: north(metres), state: 'ACTIVE' }, level);
  await one('SpatialFeature', 'archived', { label: 'archived', geometry: north(-400), state: 'ARCHIVED' });
});
afterAll(() => world.stop());

const ask = (actor: string, name: string, within?: number): Promise<Answer> => {
  const [_t, number] = (areas.get(name) ?? '').split('-');
  const body = { _t: _t ?? '', _i: Number(number), path: 'geometry', ...(within === undefined ? {} : { within }) };
  return world.ask(actor, 'act/overlap', body);
};
const counted = async (actor: string, name: string, within?: number): Promise<number> => {
  const answer = await ask(actor, name, within);
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  const { types } = answer.ok as unknown as Overlap;
  return types.find(({ type }) => type === 'SpatialFeature')?.count ?? 0;
};

it.each([
  ['member', [2, 3, 4, 4]],
  ['private reader', [3, 4, 5, 6]],
] as const)('[SPAT-01] [PERM-01] counts for %s what they may read, band by band', async (actor, counts) => {
  const bands = [undefined, 100, 1_000, 5_000];
  expect(await Promise.all(bands.map((within) => counted(actor, 'plain', within)))).toEqual(counts);
});

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

it('[SPAT-01] an area that is not there, or is too large to look around, is refused in words; the rest is hidden', async () => {
  const refused = async (name: string, within?: number): Promise<string> =>
    JSON.stringify(await ask('member', name, within));
  expect(await refused('empty')).toContain('errors.overlap.noArea');
  expect(await refused('continent', 100)).toContain('errors.overlap.tooLarge');
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
