// Records of field data as CSV files in a zip: one row for each record, and one table for each repeat, for people with different rights.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

let world: ProductWorld;
const ids: Record<string, ItemId> = {};

const UUID = 'uuid:11111111-2222-4333-8444-555555555555';
const TRAVELLER = 'a\u2028b "quoted", and\nnext line';

const make = async (type: string, body: Readonly<Record<string, Json>>): Promise<ItemId> => {
  const answer = await world.ask('administrator', `create/${type}`, body);
  if ('ok' in answer) return String((answer.ok as Readonly<Record<string, Json>>)['$id']);
  throw new Error(JSON.stringify(answer));
};

const record = async (name: string, more: Readonly<Record<string, Json>>): Promise<void> => {
  const common = { label: name, program: ids['program'] ?? '', owner: world.own, collector: world.idOf('creator') };
  const item = { type: 'GeoKeeperFieldData', level: 'COMMUNITY', mark: name, more: { ...common, ...more } } as const;
  ids[name] = (await world.add([item]))[0] ?? '';
};

beforeAll(async () => {
  world = await openProductWorld();
  const program = await make('GeoKeeperProgram', {
    label: 'Counts',
    owner: world.own,
    state: 'ACTIVE',
    access: 'IN_ORG',
  });
  ids['program'] = program;
  const herons = await make('GeoKeeperFormDef', { label: 'Heron count', program });
  const weirs = await make('GeoKeeperFormDef', { label: 'Weirs/old', program });
  await record('Heron 1', {
    ...{ formDef: herons, instanceId: UUID, state: 'RECEIVED', audience: 'COMMUNITY' },
    formInstance: {
      formData: {
        species: '=heron()',
        site: { spot: { lat: 50.25, lon: -120.5, accuracy: 4 }, seen: ['adult', 'young'] },
        way: [
          { lat: 1, lon: 2 },
          { lat: 3, lon: 4, accuracy: 5 },
        ],
        people: [{ name: TRAVELLER, boats: [{ kind: 'canoe' }, { kind: 'skiff' }] }, { name: 'Ola' }],
        ReviewState: 'APPROVED',
        KEY: 'forged',
      },
    },
    restrictedAnswers: { nest: 'third alder', people: [{ phone: '555-0101' }, { phone: '555-0102' }] },
  });
  await record('Heron 2', { formDef: herons, audience: 'COMMUNITY', formInstance: { formData: { count: -2 } } });
  await record('Weir', { formDef: weirs, audience: 'PRIVATE', formInstance: { formData: { wood: 'cedar' } } });
});
afterAll(() => world.stop());

const exported = async (actor: string, type = 'GeoKeeperFieldData', must: object = {}) => {
  const query = { must: { ...must, _t: [type] } };
  const answer = await fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokenOf(actor)}` },
    body: JSON.stringify({ format: 'csvTables', query, language: 'en' }),
  });
  return {
    status: answer.status,
    media: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

/** Reads CSV by the rules of RFC 4180. */
const csvRows = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gu)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
};

const tablesFor = async (actor: string): Promise<Readonly<Record<string, readonly Record<string, string>[]>>> => {
  const { bytes } = await exported(actor);
  const tables = readZip(bytes).map(({ name, content }) => {
    const [headings = [], ...rows] = csvRows(content.toString().slice(1));
    const named = rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])));
    return [name, named] as const;
  });
  return Object.fromEntries(tables);
};

it('[GEO-01] writes one row for each record and one table for each repeat, joined by keys', async () => {
  const { status, media } = await exported('creator');
  expect([status, media]).toEqual([200, 'application/zip']);
  const tables = await tablesFor('creator');
  const names = ['Heron count-boats.csv', 'Heron count-people.csv', 'Heron count.csv', 'Weirs_old.csv', 'tables.csv'];
  expect(Object.keys(tables).sort()).toEqual(names.sort());
  const records = tables['Heron count.csv'] ?? [];
  expect(records.find(({ KEY }) => KEY === UUID)).toMatchObject({
    ...{ RecordTitle: 'Heron 1', species: "'=heron()", nest: 'third alder', way: '1 2;3 4 0 5' },
    ...{ 'site-spot-Latitude': '50.25', 'site-spot-Longitude': '-120.5', 'site-spot-Accuracy': '4' },
    ...{ 'site-seen': 'adult young', _ReviewState: 'APPROVED', _KEY: 'forged' },
  });
  expect(records.find(({ KEY }) => KEY === UUID)?.['ReviewState']).not.toBe('APPROVED');
  expect(records.find(({ KEY }) => KEY === ids['Heron 2'])).toMatchObject({
    RecordTitle: 'Heron 2',
    count: '-2',
    species: '',
  });
  expect(tables['Heron count-people.csv']).toEqual([
    { name: TRAVELLER, phone: '555-0101', PARENT_KEY: UUID, KEY: `${UUID}/people[1]` },
    { name: 'Ola', phone: '555-0102', PARENT_KEY: UUID, KEY: `${UUID}/people[2]` },
  ]);
  expect(tables['Heron count-boats.csv']).toEqual([
    { kind: 'canoe', PARENT_KEY: `${UUID}/people[1]`, KEY: `${UUID}/people[1]/boats[1]` },
    { kind: 'skiff', PARENT_KEY: `${UUID}/people[1]`, KEY: `${UUID}/people[1]/boats[2]` },
  ]);
  expect(tables['Weirs_old.csv']).toHaveLength(1);
  expect(tables['tables.csv']).toContainEqual({ Table: 'Heron count-people.csv', Rows: '2' });
});

it('[GEO-02] writes restricted answers and private records only for their readers', async () => {
  const tables = await tablesFor('member');
  const text = JSON.stringify(tables);
  expect(text).toContain('adult young');
  for (const hidden of ['third alder', 'nest', '555-0101', 'phone', 'Weirs', 'cedar'])
    expect(text).not.toContain(hidden);
});

it('[EXCHANGE] writes a whole zip when nothing is found, and refuses types without the mapping', async () => {
  const { bytes } = await exported('creator', 'GeoKeeperFieldData', { $id: ['Nothing-1'] });
  expect(readZip(bytes).map(({ name }) => name)).toEqual(['tables.csv']);
  expect((await exported('creator', 'SpatialFeature')).status).toBe(422);
});
