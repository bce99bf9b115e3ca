// Coded import: each placemark of a file becomes a place of the research data that have its code, by the rights of the person. Codes without
// data are refused or get a record. The import continues after a stop, and can be undone.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { importsOf, type Imported } from 'tests/product/importWorld.ts';
import { zip } from 'tests/server/geoFiles/makeFiles.ts';

type Body = Readonly<Record<string, Json>>;

const ACTOR = 'private reader';
let world: ProductWorld;
let project: ItemId;
const imports = importsOf(() => world);

const ok = <T>(answer: Answer): T => {
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  return answer.ok as T;
};
const one = async (type: string, mark: string, more: Body, level: Level = 'PROTECTED'): Promise<ItemId> =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';
const datum = (label: string, siteCode: string, level: Level, more: Body = {}): Promise<ItemId> =>
  one('ResearchData', label, { label, siteCode, project, ...more }, level);
const read = async (id: ItemId): Promise<Body> => ok<Body>(await world.ask('administrator', `read/${id}`));
const placesOf = async (id: ItemId): Promise<readonly Body[]> => {
  const { spatial = [] } = await read(id);
  return Promise.all((spatial as ItemId[]).map(read));
};
const found = async (must: Body): Promise<readonly ItemId[]> =>
  ok<{ readonly ids: readonly ItemId[] }>(await world.ask('administrator', 'search/ids', { must })).ids;

const kmz = async (names: readonly string[]): Promise<Uint8Array<ArrayBuffer>> => {
  const marks = names.map(
    (name, at) =>
      `<Placemark><name>${name}</name><Point><coordinates>${-139 - at / 100},50.3</coordinates></Point></Placemark>`,
  );
  const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`;
  return new Uint8Array(await zip({ 'doc.kml': text }));
};

const run = async (names: readonly string[], more: Body = {}, actor = ACTOR): Promise<Imported> => {
  const table = { name: `sites ${Math.random()}.kmz`, content: await kmz(names) };
  return await imports.import(actor, table, { kind: 'RES_SITES', more: { collection: project, ...more } });
};
const onlyExisting: Body = { existing: 'only' };

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.idOf(ACTOR), {
    memberships: [{ owner: world.own, reads: 'PRIVATE', admin: false, capabilities: ['Research'] }],
  });
});
beforeEach(async () => {
  project = await one('ResearchProject', `project ${Math.random()}`, { title: 'Weir' });
});
afterAll(() => world.stop());

it('[RES-02] placemarks become places of the data that have their code, with the owner and the level of the data', async () => {
  const open = await datum('Gate', 'A12-F01', 'PUBLIC');
  const [inner, outer] = [await datum('Pool', 'A12-F02', 'PRIVATE'), await datum('Path', 'A12-F02', 'COMMUNITY')];
  const other = await one('ResearchData', 'other', { label: 'Other', siteCode: 'A12-F01' });
  const { outcome } = await run(['A12-F01', ' A12-F02 ', 'A12-F01'], onlyExisting);
  expect(outcome.counts).toMatchObject({ created: 0, changed: 2, refused: 0 });
  expect(await placesOf(open)).toMatchObject([
    { label: 'A12-F01', owner: world.own, access: 'PUBLIC', state: 'ACTIVE', geometry: { coordinates: [-139, 50.3] } },
    { label: 'A12-F01', access: 'PUBLIC', geometry: { coordinates: [-139.02, 50.3] } },
  ]);
  // A place is not more open than the strictest of its data.
  expect((await placesOf(inner)).map(({ access }) => access)).toEqual(['PRIVATE']);
  expect(await placesOf(outer)).toEqual(await placesOf(inner));
  expect(await placesOf(other)).toEqual([]);
  expect((await read(open))['featureCount']).toBe(2);
});

it('[RES-02] a code without data is refused with its reason, or gets a record where that is asked for', async () => {
  const known = await datum('Gate', 'B1', 'COMMUNITY');
  const { outcome } = await run(['B1', 'B2', ''], onlyExisting);
  expect(outcome.counts).toMatchObject({ changed: 1, refused: 2 });
  expect(outcome.refused.map(({ row, message }) => [row, message])).toEqual([
    [2, 'import.onlyExisting'],
    [3, 'import.noCode'],
  ]);
  expect(await found({ _t: ['ResearchData'], project: [project] })).toEqual([known]);

  expect((await run(['B2', 'B2', 'B1'])).outcome.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
  const [made = ''] = (await found({ _t: ['ResearchData'], siteCode: ['B2'] })).filter((id) => id !== known);
  expect(await read(made)).toMatchObject({ label: 'B2', project, owner: world.own, access: 'PROTECTED' });
  expect(await placesOf(made)).toHaveLength(2);
  expect(await placesOf(known)).toHaveLength(2);
});

it('[RES-02] the table of an archive with codes and coordinates does the same, and its other columns become values of the data', async () => {
  const known = await datum('Gate', 'T1', 'COMMUNITY');
  const content = 'Code,Lat,Long,Depth\nT1,50.3,-139,3\nT1,50.4,-139.1,\nT2,91,-139,1\n';
  const key = await imports.upload(ACTOR, { content });
  const { mapping } = await imports.readSheet(ACTOR, key, { kind: 'RES_SITES' });
  const columns = [...mapping, { column: 3, name: 'Depth', to: 'description' }];
  const { outcome } = await imports.import(ACTOR, key, { kind: 'RES_SITES', columns, more: { collection: project } });
  expect(outcome.counts).toMatchObject({ changed: 1, refused: 1 });
  expect(await placesOf(known)).toMatchObject([
    { label: 'T1', geometry: { coordinates: [-139, 50.3] } },
    { label: 'T1', geometry: { coordinates: [-139.1, 50.4] } },
  ]);
  expect(await read(known)).toMatchObject({ label: 'Gate', description: '3' });
});

it('[RES-02] an import is undone: records get back their places, created records and places are removed', async () => {
  const earlier = await one('SpatialFeature', 'earlier', { label: 'Earlier' });
  const known = await datum('Gate', 'C1', 'COMMUNITY', { spatial: [earlier] });
  const before = await found({ _t: ['SpatialFeature'] });
  const twin = await datum('Fence', 'C1', 'COMMUNITY');
  const { outcome } = await run(['C1', 'C2', 'C1']);
  expect(await placesOf(known)).toHaveLength(3);
  expect(await placesOf(twin)).toHaveLength(2);
  await imports.undo(ACTOR, outcome.import as ItemId);
  expect(await read(outcome.import as ItemId)).toMatchObject({ state: 'UNDONE' });
  expect((await read(known))['spatial']).toEqual([earlier]);
  expect((await read(twin))['spatial'] ?? []).toEqual([]);
  expect((await found({ _t: ['ResearchData'], project: [project] })).toSorted()).toEqual([known, twin].toSorted());
  expect((await found({ _t: ['SpatialFeature'] })).toSorted()).toEqual(before.toSorted());
});

it('[RES-02] [PERM-01] a person without the right to research cannot import, and hidden data are not found by their code', async () => {
  const hidden = await datum('Pool', 'D1', 'PRIVATE');
  const answer = await world.ask('member', 'act/runImport/async', {
    ...{ upload: '00000000-0000-4000-8000-000000000000', kind: 'RES_SITES', collection: project },
    columns: [{ column: 1, to: 'siteCode' }],
  });
  expect(answer).toHaveProperty('refused');
  await world.change(world.idOf('protected reader'), {
    memberships: [{ owner: world.own, reads: 'PROTECTED', admin: false, capabilities: ['Research'] }],
  });
  const { outcome } = await run(['D1'], onlyExisting, 'protected reader');
  expect(outcome.counts).toMatchObject({ changed: 0, refused: 1 });
  expect(outcome.refused).toMatchObject([{ message: 'import.onlyExisting' }]);
  expect(await placesOf(hidden)).toEqual([]);
});
