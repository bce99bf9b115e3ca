// Territories of organizations as a layer of the map: a further geometry, streamed instead of the place, with the rights of the reader.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MapFeatures } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { operationsOf, okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const TERRITORY: Json = {
  type: 'Polygon',
  coordinates: [
    [
      [-128, 52],
      [-127, 52],
      [-127, 53],
      [-128, 52],
    ],
  ],
};

let world: ProductWorld;
let other: ItemId;
const { organizationOf } = operationsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  other = await organizationOf('stranger');
  await world.change(world.own, { place: { type: 'Point', coordinates: [-127.2, 52.1] }, territory: TERRITORY });
  await world.change(other, { place: { type: 'Point', coordinates: [-126, 52] } });
});
afterAll(() => world.stop());

const drawn = async (further?: string): Promise<MapFeatures['features']> => {
  const query = { must: { _t: ['Organization'], $id: [world.own, other] } };
  const body = { query, ...(further !== undefined && { further }) };
  return (okOf(await world.ask('member', 'act/streamFeatures', body)) as unknown as MapFeatures).features;
};

it('[SPAT-01] [SPAT-02] streams the territories of organizations apart from their places', async () => {
  const territories = await drawn('territory');
  expect(territories.map(({ $id, geometry }) => [$id, geometry.type])).toEqual([[world.own, 'Polygon']]);
  const places = await drawn();
  expect(new Map(places.map(({ $id, geometry }) => [$id, geometry['type']]))).toEqual(
    new Map([
      [world.own, 'Point'],
      [other, 'Point'],
    ]),
  );
});

it('[SPAT-01] streams nothing for a geometry that no view declares', async () => {
  expect(await drawn('place')).toEqual([]);
  expect(await drawn('nothing')).toEqual([]);
});
