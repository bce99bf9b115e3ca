// Places of the product: their number for each item, counted by what each reader may see, in reading, search, facets, order and pushes; and
// items that maps show by the places of others.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
let collection: ItemId;
let empty: ItemId;
let entry: ItemId;
let bare: ItemId;
const places: ItemId[] = [];

const LEVELS: readonly Level[] = ['PUBLIC', 'COMMUNITY', 'PRIVATE'];
const point = (longitude: number): Json => ({ type: 'Point', coordinates: [longitude, 50.3] });
const one = async (type: string, mark: string, more: Readonly<Record<string, Json>>, level: Level = 'PUBLIC') =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';

beforeAll(async () => {
  world = await openProductWorld();
  collection = await one('GISCollection', 'sheet', { name: 'Sheet' });
  empty = await one('GISCollection', 'empty', { name: 'Empty' });
  for (const [at, level] of LEVELS.entries()) {
    await one('Feature', `f${at}`, { name: `Stake ${at}`, collection, geometry: point(-139.2 - at / 10) }, level);
    places.push(await one('SpatialFeature', `p${at}`, { label: `Camp ${at}`, geometry: point(-139.2) }, level));
  }
  entry = await one('ArchiveEntry', 'entry', { title: 'Walk', spatialFeatures: places });
  bare = await one('ArchiveEntry', 'bare', { title: 'Talk', spatialFeatures: places.slice(2) });
});
afterAll(() => world.stop());

const ok = <Body>(answer: Answer): Body => {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.ok as Body;
};
interface Found {
  readonly ids: readonly ItemId[];
  readonly facets?: Readonly<Record<string, readonly Json[]>>;
}
const search = async (actor: string, type: string, more: Readonly<Record<string, Json>>): Promise<Found> => {
  const { must = {}, ...rest } = more as { readonly must?: Readonly<Record<string, Json>> };
  return ok(await world.ask(actor, 'search/ids', { must: { _t: [type], ...must }, ...rest }));
};
const readCount = async (actor: string, id: ItemId): Promise<Json | undefined> =>
  ok<Readonly<Record<string, Json>>>(await world.ask(actor, `read/${id}`))['featureCount'];

const SEEN = [
  ['visitor', 1, 0],
  ['member', 2, 0],
  ['private reader', 3, 1],
  ['administrator', 3, 1],
] as const;

it.each(SEEN)(
  '[SPAT-01] [PERM-01] counts for %s %i places of three, wherever they are counted',
  async (actor, count, ofBare) => {
    expect([await readCount(actor, collection), await readCount(actor, empty)]).toEqual([count, 0]);
    expect([await readCount(actor, entry), await readCount(actor, bare)]).toEqual([count, ofBare]);
    const many = ok<Readonly<Record<ItemId, Readonly<Record<string, Json>>>>>(
      await world.ask(actor, 'readMany/object', [collection, entry]),
    );
    expect([many[collection]?.['featureCount'], many[entry]?.['featureCount']]).toEqual([count, count]);

    for (const [type, full, least] of [
      ['GISCollection', collection, 0],
      ['ArchiveEntry', entry, ofBare],
    ] as const) {
      const bucket = (value: number): string => (value > 1 ? '2 or more' : String(value));
      const { ids, facets } = await search(actor, type, {
        sort: [{ key: 'featureCount', order: 'desc' }],
        facets: ['featureCount'],
      });
      expect(ids[0]).toBe(full);
      expect(facets?.['featureCount']).toEqual([least, count].map((value) => ({ value: bucket(value), count: 1 })));
      const alike = await search(actor, type, { must: { featureCount: [bucket(count)] } });
      expect(alike.ids).toEqual([full]);
      expect((await search(actor, type, { must: { featureCount: [{ from: 3 }] } })).ids).toEqual(
        count === 3 ? [full] : [],
      );
    }
  },
);

it.each(SEEN)(
  '[SPAT-01] [PERM-01] tells %s whether an item has a place that they may see',
  async (actor, _count, ofBare) => {
    const mine = ofBare > 0 ? [entry, bare] : [entry];
    const placed = async (value: boolean): Promise<ItemId[]> =>
      [...(await search(actor, 'ArchiveEntry', { must: { hasPlace: [value] } })).ids].toSorted();
    expect(await placed(true)).toEqual(mine.toSorted());
    expect(await placed(false)).toEqual([entry, bare].filter((id) => !mine.includes(id)));
    const { facets } = await search(actor, 'ArchiveEntry', { facets: ['hasPlace'] });
    const counted = [
      { value: true, count: mine.length },
      { value: false, count: 2 - mine.length },
    ].filter((each) => each.count > 0);
    expect(facets?.['hasPlace']).toHaveLength(counted.length);
    expect(facets?.['hasPlace']).toEqual(expect.arrayContaining(counted));
    const own = await search(actor, 'Feature', { must: { hasPlace: [true] }, facets: ['hasPlace'] });
    expect(own.facets?.['hasPlace']).toEqual([{ value: true, count: own.ids.length }]);
    // The map draws as many of them as the facet counts.
    const streamed = await world.ask(actor, 'act/streamFeatures', {
      query: { must: { _t: ['ArchiveEntry'] } },
      includeExcluded: true,
    });
    const drawn = ok<{ readonly features: readonly { readonly $id: ItemId }[] }>(streamed).features;
    expect(drawn.map(({ $id }) => $id).toSorted()).toEqual(mine.toSorted());
  },
);

it('[SPAT-01] a type without a map has no such question', async () => {
  expect(await world.ask('member', 'search/ids', { must: { _t: ['Message'], hasPlace: [true] } })).toMatchObject({
    refused: 'invalid',
  });
});

it('[ITEM-07] [SPAT-01] a place that is related or removed is pushed with the count that each receiver may know', async () => {
  const sockets = await Promise.all(['member', 'private reader'].map((actor) => world.socket(actor)));
  for (const socket of sockets) {
    await socket.ask(`addWatch/${entry}`);
    socket.received.length = 0;
  }
  await world.change(entry, { spatialFeatures: places.slice(1) });
  const told = await Promise.all(sockets.map((socket) => socket.until(({ o }) => o === 'item/update')));
  expect(told.map(({ b }) => (b as { readonly changed: Json }).changed)).toMatchObject([
    { featureCount: 1 },
    { featureCount: 2 },
  ]);
  for (const socket of sockets) socket.close();
});

it('[EXCHANGE] [PERM-01] exports each attribute of an imported place as a column, of what the reader may see', async () => {
  const into = await one('GISCollection', 'attributes', { name: 'Attributes' });
  const add = (mark: string, properties: Json, level: Level): Promise<ItemId> =>
    one('Feature', mark, { name: mark, collection: into, geometry: point(-139.3), properties }, level);
  const area = [{ name: 'Area', value: '12.5' }];
  await add('open', [...area, { name: 'code', value: '007' }, { name: 'bbox', value: '-139.2; 50.3; -139' }], 'PUBLIC');
  await add('closed', [...area, { name: 'Secret', value: 'x' }], 'PRIVATE');
  const query = { must: { _t: ['Feature'], collection: [into] }, sort: [{ key: 'name', order: 'desc' as const }] };
  const names = async (actor: string): Promise<readonly string[]> =>
    (await world.exported(actor, { format: 'csv', query })).split('\r\n')[0]?.split(',') ?? [];
  expect(await names('visitor')).toEqual(expect.arrayContaining(['Area', 'code', 'bbox']));
  expect(await names('visitor')).not.toContain('Secret');
  expect(await names('private reader')).toContain('Secret');
  // Numbers that begin with a sign are no formula.
  expect(await world.exported('visitor', { format: 'csv', query })).toContain(',12.5,007,-139.2; 50.3; -139,');
  const { features } = JSON.parse(await world.exported('private reader', { format: 'geojson', query })) as {
    readonly features: readonly { readonly properties: Readonly<Record<string, Json>> }[];
  };
  expect(features.map(({ properties }) => [properties['Area'], properties['code'], properties['Secret']])).toEqual([
    [12.5, '007', null],
    [12.5, null, 'x'],
  ]);
});
