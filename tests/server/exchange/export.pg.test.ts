// Exports over HTTP: each format read back equals what the search gives to that reader, cells have the text that people read and are
// harmless, and rights are checked for every page.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownerPrincipal } from 'src/model/access/Subject.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import {
  cellsOfXlsx,
  featuresOfGeoJson,
  featuresOfGpx,
  featuresOfKml,
  rowsOfCsv,
  rowsOfXlsx,
  type Rows,
} from 'tests/server/exchange/readExports.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { toyClocks } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

type Body = Readonly<Record<string, Json>>;

const READERS = [undefined, 'stranger', 'member', 'keeper', 'admin'];
const BOOKS = { must: { _t: ['Book'] }, sort: [{ key: 'title', order: 'asc' as const }] };
const SYLLABICS = 'ᐊᒥᐢᑿᒌᐚᐢᑲᐦᐃᑲᐣ';
const FORMULA = '=HYPERLINK("https://example.org","x")';
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [-120.2, 50.05],
      [-120, 50.05],
      [-120, 50.15],
      [-120.2, 50.05],
    ],
  ],
};

/** Makes a record of about 12 kB: the buffers of the system between server and client (up to 40 MB) hold only a part of 5,000. */
const LONG = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(120) }));

let world: World;
const tokens: Record<string, string> = {};
const named: Record<string, ItemId> = {};
const idOf = (name: string): ItemId => named[name] ?? world.ids[name] ?? '';

const metadata = () => ({ at: new Date(), by: idOf('admin'), actor: undefined });
const add = async (name: string, properties: Body): Promise<void> => {
  const { items, database } = world.services;
  const all = { shelf: idOf('shelf'), $access: 'PUBLIC', state: 'ACTIVE', ...properties };
  named[name] = (await database.transaction((tx) => items.insert(tx, 'Book', all, metadata()))).id;
};
const change = (id: ItemId, changes: Body): Promise<void> => {
  const { items, database } = world.services;
  return database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, metadata());
  });
};

const inOrder = (one = '', other = ''): number => one.localeCompare(other);
const authorised = (who: string | undefined): Record<string, string> =>
  who === undefined ? {} : { authorization: `Bearer ${tokens[who] ?? ''}` };
/** Requests a compressed answer; with a signal the plain one, because a compressor reads ahead of a slow reader. */
const post = (who: string | undefined, body: unknown, signal?: AbortSignal): Promise<Response> =>
  fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { ...authorised(who), 'accept-encoding': signal ? 'identity' : 'gzip' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
const fileOf = async (who: string | undefined, request: ExportRequest): Promise<Buffer> => {
  const answer = await post(who, request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`);
  expect(answer.headers.get('content-encoding')).toBe(request.format === 'xlsx' ? null : 'gzip');
  return bytes;
};
const refusalOf = async (who: string | undefined, body: unknown): Promise<unknown> => {
  const answer = await post(who, body);
  return { status: answer.status, ...((await answer.json()) as { readonly b: object }).b };
};
const idsFound = async (who: string | undefined): Promise<readonly ItemId[]> => {
  const b = { ...BOOKS, max: 1000 };
  const answer = await fetch(`${world.url}/api/item`, {
    ...{ method: 'POST', headers: authorised(who), body: JSON.stringify({ o: 'search/ids', b }) },
  });
  return ((await answer.json()) as { readonly b: { readonly ids: readonly ItemId[] } }).b.ids;
};

beforeAll(async () => {
  // A bucket of one token has no leases: each request queries the table.
  world = await openWorld({
    limits: { export: { perSecond: 1e9, burst: 1 }, exportsPerUser: 2, exportsInAll: 3, exportIdleMs: 300 },
  });
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  await add('whole', {
    title: `${SYLLABICS}, "quoted"\nin two lines`,
    titleT: { en: 'Beaver hills', fr: 'Collines du castor' },
    genres: ['FABLE', '$other:birch bark'],
    sequels: [idOf('PRIVATE'), idOf('PUBLIC')],
    ...{ year: 1931, weight: -2.5, fragile: true, bought: '2024-08-05', printed: '1931-03', opens: '09:30:00' },
    ...{ seen: '2024-08-05T23:30:00Z', phone: '+1 604 555 0100', link: 'https://example.org/a?b&c' },
    size: { height: 30 },
    parts: [{ name: 'Prologue, "revised"', pages: 12 }, { name: '=2+3' }],
    place: { type: 'Point', coordinates: [-120.1, 50.1] },
  });
  await add('formula', { title: FORMULA, summary: '@SUM(A1)\u0007', place: AREA });
  await add('long', { title: 'Long & <wide>', summary: 'x'.repeat(20_000), place: AREA });
});
afterAll(() => world.stop());

it.each(READERS)('[EXCHANGE] [PERM-01] %s gets in every format exactly what the search gives them', async (who) => {
  const ids = await idsFound(who);
  expect(ids.length).toBeGreaterThan(3);
  const file = (format: ExportRequest['format']): Promise<Buffer> => fileOf(who, { format, query: BOOKS });
  const [csv, xlsx] = [rowsOfCsv(await file('csv')), rowsOfXlsx(await file('xlsx'))];
  const idsIn = (rows: Rows): unknown[] => rows.map(({ $id }) => $id);
  expect([idsIn(csv), idsIn(xlsx)]).toEqual([ids, ids]);
  expect(featuresOfGeoJson(await file('geojson')).map(({ id }) => id)).toEqual(ids);
  const kml = featuresOfKml(await file('kml'));
  expect(kml.map(({ properties }) => properties?.['$id'])).toEqual(ids);
  const placed = ['whole', 'formula', 'long'].map(idOf);
  const gpx = featuresOfGpx(await file('gpx')).map(({ properties }) => String(properties?.['desc']));
  expect(gpx.map((text) => /\$id: (\S+)/.exec(text)?.[1]).toSorted(inOrder)).toEqual(placed.toSorted(inOrder));
  // Other people get neither values of a property with its own readers nor titles of hidden items.
  const pricesOf = (rows: Rows): number => rows.filter(({ Price }) => Price === '7').length;
  const secrets = who === 'keeper' || who === 'admin' ? 4 : 0;
  expect([pricesOf(csv), pricesOf(xlsx)]).toEqual([secrets, secrets]);
  const whole = csv.find(({ $id }) => $id === idOf('whole'));
  expect(whole?.['Sequels']).toBe(secrets ? 'Canary PRIVATE; Canary PUBLIC' : 'Canary PUBLIC');
  const raw = { format: 'json', query: BOOKS } as const;
  const items = JSON.parse((await fileOf(who, raw)).toString()) as readonly Record<string, unknown>[];
  expect(items.map(({ $id }) => $id)).toEqual(ids);
  expect(items[0]).not.toHaveProperty('$labels');
  expect(items.filter(({ price }) => price === 7)).toHaveLength(secrets);
  expect(items.filter((item) => 'price' in item)).toHaveLength(secrets);
  const plain = JSON.parse((await fileOf(who, { ...raw, forEditing: false })).toString()) as typeof items;
  expect(plain.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
  const internal = ['$id', '_u', '_i', '_c', '$notify', 'url'];
  for (const each of plain) expect(internal.filter((name) => name in each)).toEqual([]);
});

it('[EXCHANGE] cells contain readable text and the exact form next to it, and nothing in them is executed', async () => {
  const ids = ['whole', 'formula', 'long'].map(idOf);
  const request = { ids, relationIds: true, zone: 'America/Vancouver' } as const;
  const [csv, xlsx] = [
    rowsOfCsv(await fileOf('admin', { ...request, format: 'csv' })),
    rowsOfXlsx(await fileOf('admin', { ...request, format: 'xlsx' })),
  ];
  expect(csv[0]).toMatchObject({
    Title: `${SYLLABICS}, "quoted"\nin two lines`,
    'Translated title': 'Beaver hills',
    ...{ Shelf: 'North shelf', 'Shelf (id)': idOf('shelf'), State: 'Active', Genres: 'Fable; birch bark' },
    ...{ Year: '1931', Weight: '-2.5', Fragile: 'Yes', Bought: '05-Aug-2024', 'Bought (ISO)': '2024-08-05' },
    ...{ Printed: 'March 1931', 'Printed (ISO)': '1931-03', 'Printed (to sort by)': '1931-03-01', Opens: '09:30:00' },
    ...{ Seen: '05-Aug-2024 16:30', 'Seen (ISO)': '2024-08-05T23:30:00Z', Phone: '+1 604 555 0100' },
    'Sequels (id)': `${idOf('PRIVATE')}; ${idOf('PUBLIC')}`,
    'Size – Height': '30',
    Parts: 'Name: "Prologue, ""revised""", Pages: 12; Name: =2+3',
    Place: 'POINT (-120.1 50.1)',
    ...{ 'Created by': 'admin', 'Created by (id)': idOf('admin'), $id: idOf('whole'), _u: '1' },
  });
  expect(csv[1]).toMatchObject({ Title: `'${FORMULA}`, Summary: "'@SUM(A1)\u0007" });
  // A text cell is never executed, so its content is unchanged.
  expect(xlsx[1]).toMatchObject({ Title: FORMULA, Summary: '@SUM(A1)' });
  expect(xlsx[2]?.['Summary']).toHaveLength(20_000);
  // Days and moments are dates in the person's time zone. A month stays a text.
  const { Bought, Seen, Created, Changed, 'Created (ISO)': _, ...first } = xlsx[0] ?? {};
  expect([Bought, Seen]).toEqual(['2024-08-05', '2024-08-05T16:30']);
  for (const moment of [Created, Changed]) expect(moment).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/u);
  expect(csv[0]).toMatchObject(first);

  const [point, area] = featuresOfKml(await fileOf(undefined, { ids, format: 'kml' }));
  expect(point?.geometry).toEqual({ type: 'Point', coordinates: [-120.1, 50.1] });
  expect(area).toMatchObject({ geometry: AREA, properties: { name: FORMULA, Summary: '@SUM(A1)' } });
  const features = featuresOfGeoJson(await fileOf(undefined, { ids, format: 'geojson' }));
  expect(features[2]).toMatchObject({ geometry: AREA, properties: { Title: 'Long & <wide>', _u: 1 } });
  const ways = featuresOfGpx(await fileOf(undefined, { ids, format: 'gpx' }));
  // The library reads ways before points.
  expect(ways[0]?.geometry).toEqual({ type: 'LineString', coordinates: AREA.coordinates[0] });
  expect(ways[2]).toMatchObject({
    geometry: { type: 'Point' },
    properties: { name: expect.stringContaining(SYLLABICS) },
  });

  const chosen = await post('member', { format: 'csv', ids, columns: ['$label', 'year'], name: 'a/b: "c"' });
  // The dialog leaves out the columns for imports unless they are chosen.
  const plain = { ids, columns: ['$label', 'year'], forEditing: false } as const;
  expect(Object.keys(rowsOfCsv(await fileOf('member', { ...plain, format: 'csv' }))[0] ?? {})).toEqual([
    'Title',
    'Year',
  ]);
  expect(chosen.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''a_b_%20_c_\.csv$/);
  expect((await chosen.text()).split('\r\n').slice(0, 1)).toEqual(['Title,Year,$id,_u']);
  const mixed = rowsOfCsv(await fileOf('member', { format: 'csv', ids: [idOf('shelf'), idOf('whole')] }));
  expect(mixed.map(({ Kind, Owner }) => [Kind, Owner])).toEqual([
    ['Shelf', ''],
    ['Book', 'North shelf'],
  ]);
});

it('[EXCHANGE] a workbook stores numbers as numbers, days, moments and times as dates, and everything else as text', async () => {
  const request = { ids: ['whole'].map(idOf), relationIds: true, zone: 'America/Vancouver', format: 'xlsx' } as const;
  const [row = {}] = cellsOfXlsx(await fileOf('admin', request));
  expect(row).toMatchObject({
    ...{ Year: { type: 'number', text: '1931' }, Weight: { type: 'number', text: '-2.5' } },
    ...{ 'Size – Height': { type: 'number', text: '30' }, _u: { type: 'number', text: '1' } },
    ...{ Bought: { type: 'date', text: '2024-08-05' }, Seen: { type: 'date', text: '2024-08-05T16:30' } },
    ...{ Opens: { type: 'time', text: '09:30:00' }, Created: { type: 'date' }, Changed: { type: 'date' } },
    ...{
      Title: { type: 'text' },
      Printed: { type: 'text', text: 'March 1931' },
      Fragile: { type: 'text', text: 'Yes' },
    },
    ...{ 'Bought (ISO)': { type: 'text', text: '2024-08-05' }, Phone: { type: 'text', text: '+1 604 555 0100' } },
    ...{ Shelf: { type: 'text' }, Place: { type: 'text' }, $id: { type: 'text' } },
  });
});

it('[EXCHANGE] a workbook can be sorted by approximate dates, also before 1900', async () => {
  const dates = ['1931-03', '1910~', '1850', '1910/1915', '../1890', 'XXXX (torn)', '1931-02-27'];
  const ids: string[] = [];
  for (const [at, printed] of dates.entries()) {
    await add(`sorted ${at}`, { title: `Printed ${printed}`, printed });
    ids.push(idOf(`sorted ${at}`));
  }
  const cells = cellsOfXlsx(await fileOf('admin', { ids, columns: ['printed'], forEditing: false, format: 'xlsx' }));
  expect(cells.map((row) => row['Printed (to sort by)']?.text ?? '')).toEqual([
    '1931-03-01',
    '1910-01-01',
    '1850-01-01',
    '1910-01-01',
    '1890-12-31',
    '',
    '1931-02-27',
  ]);
  const types = cells.flatMap((row) => row['Printed (to sort by)']?.type ?? []);
  expect(new Set(types)).toEqual(new Set(['text']));
});

it('[EXCHANGE] the columns of a workbook are as wide as their contents, but never wider than a page', async () => {
  const request = {
    ids: ['whole', 'long'].map(idOf),
    columns: ['year', 'bought', 'summary'],
    forEditing: false,
  } as const;
  const files = readZip(await fileOf('admin', { ...request, format: 'xlsx' }));
  const sheet = files.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.content.toString('utf8') ?? '';
  const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/gu)].map(([, width]) => Math.round(Number(width)));
  expect(widths).toHaveLength(4);
  const [year = 0, bought = 0, , summary = 0] = widths;
  expect(year).toBeLessThan(bought);
  expect(bought).toBeGreaterThanOrEqual('05-Aug-2024'.length);
  expect(summary).toBe(60);
});

it('[EXCHANGE] [PERM-01] what is hidden is refused like what never was, and what is wrong is named', async () => {
  const one = (id: ItemId): unknown => ({ format: 'json', ids: [id] });
  expect(await refusalOf('member', one(idOf('PRIVATE')))).toEqual(await refusalOf('member', one('Book-99999')));
  expect(await refusalOf(undefined, one(idOf('PRIVATE')))).toEqual(await refusalOf(undefined, one('Nothing-1')));
  expect(await fileOf(undefined, { format: 'json', ids: [idOf('PUBLIC')] })).toBeInstanceOf(Buffer);
  const column = (name: string): Promise<unknown> =>
    refusalOf(undefined, { format: 'csv', query: BOOKS, columns: [name] });
  expect(await column('price')).toEqual(await column('nothing'));
  expect(await column('price')).toMatchObject({ status: 422, userMessage: 'invalid' });
  for (const [body, path] of [
    [{ format: 'csv' }, '/query'],
    [{ format: 'csv', query: BOOKS, ids: [idOf('PUBLIC')] }, '/query'],
    [{ format: 'doc', query: BOOKS }, '/format'],
    [{ format: 'gpx', query: { must: { _t: ['Loan'] } } }, '/format'],
    [{ format: 'csv', query: BOOKS, zone: 'Mars/North' }, '/zone'],
    [{ format: 'csv', query: { must: { _t: ['Book'], price: [7] } } }, '/must/price'],
    [{ format: 'csv', query: BOOKS, more: 1 }, '/more'],
  ] as const)
    expect(await refusalOf(undefined, body)).toMatchObject({ status: 422, params: { errors: [{ path }] } });
  const broken = await fetch(`${world.url}/api/export`, { method: 'POST', body: '{"format":' });
  expect(broken.status).toBe(400);
  const { audit, database } = world.services;
  const { entries } = await audit.trail(database, [idOf('PRIVATE')], { before: undefined, max: 100 });
  expect(entries.filter(({ channel, by }) => channel === 'export' && by === idOf('keeper'))).not.toEqual([]);
});

it('[EXCHANGE] who goes before the export is begun leaves no place taken', async () => {
  const { database } = world.services;
  const name = `export:${idOf('stranger')}`;
  await database.query('insert into rate_limit (name, tokens, at) values ($1, 30, now()) on conflict do nothing', [
    name,
  ]);
  const leaving = new AbortController();
  const begun = await database.transaction(async (tx) => {
    // The request for a count has to wait.
    await tx.query('select 1 from rate_limit where name = $1 for update', [name]);
    const asked = [1, 2].map(() => post('stranger', { format: 'csv', query: BOOKS }, leaving.signal));
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%rate_limit as r%'
      and datname = current_database()`;
    await expect.poll(async () => (await database.query(waiting)).length).toBeGreaterThan(0);
    // The second one waits behind the first, in this process.
    await fetch(`${world.url}/healthz`);
    leaving.abort();
    const left = await Promise.allSettled(asked);
    await fetch(`${world.url}/healthz`);
    return left;
  });
  expect(begun.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await post('stranger', { format: 'csv', query: BOOKS })).status).toBe(200);
  expect((await post('stranger', { format: 'csv', query: BOOKS })).status).toBe(200);
});

it('[EXCHANGE] [PERM-01] of 5,000 records at most one page is made ahead: a right taken away, a sign-out and a client that goes count at once', async () => {
  const type = registry.types['Book'];
  if (!type) throw new Error('the toy world has books');
  const { database, readFilters, search } = world.services;
  const acl = await readFilters.aclFor([ownerPrincipal(idOf('shelf'), 'COMMUNITY')]);
  const seed: Seed = {
    ...{ type, acl, levels: {}, level: 'COMMUNITY', creator: 'User-1', created: new Date(), number: 50_001, n: 50_001 },
    properties: { title: 'Many', shelf: idOf('shelf'), year: 2200, parts: LONG },
  };
  await insertSeeds(database, toyClocks, [seed]);
  await database.query(
    `insert into item select (jsonb_populate_record(x, jsonb_build_object('i', x.i + step, 'n', x.n + step))).*
     from item x, generate_series(1, 4999) step where t = $1 and i = 50001`,
    [type.number],
  );
  await database.query(
    `insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from item where t = $1 and i > 50000`,
    [type.number],
  );
  await search.ready();
  const request = { format: 'csv', query: { must: { _t: ['Book'], year: [2200] } } } as const;
  const whole = rowsOfCsv(await fileOf('member', request));
  expect(new Set(whole.map(({ $id }) => $id)).size).toBe(5_000);

  const begun = async (who: string) => {
    const leaving = new AbortController();
    const answer = await post(who, request, leaving.signal);
    const reader = answer.body?.getReader();
    if (!reader) throw new Error(String(answer.status));
    const parts: Uint8Array[] = [];
    // The first part may be only the header.
    while (Buffer.concat(parts).length < 100_000) parts.push((await reader.read()).value ?? new Uint8Array());
    const rest = async (): Promise<Rows> => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
      return rowsOfCsv(Buffer.concat(parts));
    };
    return { rest, leaving };
  };
  const slow = await begun('member');
  const second = await begun('member');
  // A third one of the same person has to wait.
  const third = await post('member', request);
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
  const other = await begun('keeper');
  // When readers that take no data use all slots, the export that has waited longest loses its slot.
  await expect.poll(async () => (await post('stranger', request)).status).toBe(200);
  await expect(slow.rest()).rejects.toThrow();
  second.leaving.abort();
  other.leaving.abort();
  await expect.poll(async () => (await post('member', { ...request, query: { ids: [] } })).status).toBe(200);

  const first = await begun('member');
  await change(idOf('member'), { memberships: [] });
  const rows = await first.rest();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(5_000);
  expect(rowsOfCsv(await fileOf('member', request))).toEqual([]);

  const ended = await begun('admin');
  await world.services.sessions.endAllOf(idOf('admin'), 'signedout');
  await expect(ended.rest()).rejects.toThrow();
}, 180_000);
