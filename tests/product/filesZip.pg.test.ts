// Exports with files: tables, the files that the person may read under the names that the tables cite, and the list of them.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

let world: ProductWorld;
const ids: ItemId[] = [];
const keyOf = (n: number): string => `uuid:${String(n).repeat(8)}-2222-4333-8444-555555555555`;

const make = async (type: string, body: Readonly<Record<string, Json>>): Promise<ItemId> => {
  const answer = await world.ask('administrator', `create/${type}`, body);
  if ('ok' in answer) return String((answer.ok as Readonly<Record<string, Json>>)['$id']);
  throw new Error(JSON.stringify(answer));
};

const attach = async (item: ItemId, property: string, files: Readonly<Record<string, string>>): Promise<void> => {
  const attached: ItemId[] = [];
  for (const [originalName, content] of Object.entries(files)) {
    const id = await world.attach(item, { originalName, bytes: Buffer.from(content) });
    await world.change(id, { relType: item.slice(0, item.indexOf('-')), relProp: property });
    attached.push(id);
  }
  await world.change(item, { [property]: attached });
};

beforeAll(async () => {
  world = await openProductWorld();
  const program = await make('GeoKeeperProgram', { label: 'C', owner: world.own, state: 'ACTIVE', access: 'IN_ORG' });
  const formDef = await make('GeoKeeperFormDef', { label: 'Count', program });
  for (const n of [1, 2]) {
    const more = {
      label: `Record ${n}`,
      program,
      owner: world.own,
      formDef,
      audience: 'COMMUNITY',
      instanceId: keyOf(n),
    };
    const answers = {
      formInstance: { formData: { species: 'heron', picture: 'photo.jpg', stops: [{ view: 'view.jpg' }] } },
      restrictedAnswers: { nest: 'nest.jpg' },
      place: { type: 'Point', coordinates: [-120, 50] },
      collector: world.idOf('creator'),
    };
    const item = { type: 'GeoKeeperFieldData', level: 'COMMUNITY', mark: `Record ${n}` } as const;
    const [id = ''] = await world.add([{ ...item, more: { ...more, ...answers } }]);
    ids.push(id);
    await attach(id, 'files', { 'photo.jpg': `photo.jpg of ${n}`, 'view.jpg': `view.jpg of ${n}` });
    await attach(id, 'restrictedFiles', { 'nest.jpg': `nest.jpg of ${n}` });
  }
});
afterAll(() => world.stop());

const exported = async (actor: string, request: Readonly<Record<string, Json>>): Promise<Response> =>
  await fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokenOf(actor)}` },
    body: JSON.stringify({ language: 'en', ...request }),
  });

const zipFor = async (actor: string, request: Readonly<Record<string, Json>>): Promise<ReadonlyMap<string, string>> => {
  const answer = await exported(actor, { format: 'filesZip', ...request });
  expect(answer.status).toBe(200);
  return new Map(
    readZip(Buffer.from(await answer.arrayBuffer())).map(({ name, content }) => [name, content.toString()]),
  );
};

const ALL = { query: { must: { _t: ['GeoKeeperFieldData'] }, sort: [{ key: 'label', order: 'asc' }] } };

it('[GEO-01] [GEO-02] a zip has the tables and the files under the names that the tables cite', async () => {
  const zip = await zipFor('creator', ALL);
  const media = [...zip.keys()].filter((name) => name.startsWith('media/')).sort();
  expect(media).toEqual(
    ['nest', 'photo', 'view'].flatMap((name) => [`media/${name} (2).jpg`, `media/${name}.jpg`]).sort(),
  );
  const table = zip.get('Count.csv') ?? '';
  const stops = zip.get('Count-stops.csv') ?? '';
  for (const n of [1, 2]) {
    const line = table.split('\r\n').find((each) => each.includes(keyOf(n))) ?? '';
    for (const name of ['photo', 'nest']) {
      const cited = /[^,]*/u.exec(line.slice(line.indexOf(name)))?.[0] ?? '';
      expect(zip.get(`media/${cited}`)).toBe(`${name}.jpg of ${n}`);
    }
    const view =
      stops
        .split('\r\n')
        .find((each) => each.includes(keyOf(n)))
        ?.split(',')[0] ?? '';
    expect(zip.get(`media/${view}`)).toBe(`view.jpg of ${n}`);
  }
  const list = (zip.get('files.csv') ?? '').split('\r\n');
  expect(list).toHaveLength(8);
  expect(list.filter((line) => line.includes(keyOf(1)))).toHaveLength(3);
});

it('[GEO-02] restricted files are only for people who may read them, also of one record', async () => {
  const zip = await zipFor('member', { ids: [ids[0] ?? ''] });
  expect([...zip.keys()].sort()).toEqual([
    ...['Count-stops.csv', 'Count.csv', 'files.csv', 'media/photo.jpg', 'media/view.jpg'],
  ]);
  expect([...zip.values()].join('\n')).not.toContain('nest');
});

it('[GEO-02] KML and GeoJSON carry the place and the answers that the person may read', async () => {
  for (const [actor, isManager] of [
    ['creator', true],
    ['member', false],
  ] as const) {
    const json = (await (await exported(actor, { format: 'geojson', ...ALL })).json()) as {
      readonly features: readonly { readonly geometry: Json; readonly properties: Readonly<Record<string, Json>> }[];
    };
    expect(json.features).toHaveLength(2);
    expect(json.features[0]?.properties).toMatchObject({ species: 'heron', 'stops[1]-view': 'view.jpg' });
    expect(json.features[0]?.properties['nest']).toBe(isManager ? 'nest.jpg' : undefined);
    expect(json.features[0]?.geometry).toMatchObject({ type: isManager ? 'Point' : 'Polygon' });
    const kml = await (await exported(actor, { format: 'kml', ...ALL })).text();
    expect(kml).toContain('<Data name="species"><value>heron</value></Data>');
    expect(kml.includes('nest.jpg')).toBe(isManager);
  }
});

it('[EXCHANGE] a type with files and no tables of its own gets one table, and what is lost is listed', async () => {
  const [id = ''] = await world.add([{ type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'Map sheet' }]);
  await attach(id, 'attachments', { 'map.txt': 'a map' });
  const zip = await zipFor('administrator', { ids: [id], name: 'Sheets' });
  expect([...zip.keys()].sort()).toEqual(['Sheets.csv', 'files.csv', 'media/map.txt']);
  expect(zip.get('Sheets.csv')).toContain('media/map.txt');
  expect(zip.get('files.csv')).toContain('map.txt');
});
