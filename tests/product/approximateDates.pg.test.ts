// Approximate dates of archive entries through the interface: order, ranges, counts, timeline, exports, refusals and the migration of years
// that an earlier version stored as numbers.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FacetValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { utcDay } from 'src/model/query/timeScale.ts';
import { migrateEarlier } from 'tests/product/migrateEarlier.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const STAFF = 'administrator';
const ENTRY = 'ArchiveEntry';
/** In the order of their earliest days; the undated one comes last. */
const DATES = [
  '../1890',
  '1905',
  '190X',
  '1910~',
  '1910/1915',
  '1910-05-12',
  '1911-21?',
  '1931/..',
  'XXXX (torn label)',
];

let world: ProductWorld;
const titles = new Map<string, string>();

const search = async (query: Body): Promise<Body> =>
  okOf(await world.ask(STAFF, 'search/ids', { ...query, must: { _t: [ENTRY], ...(query['must'] as Body) }, max: 50 }));

const datesOf = async (query: Body): Promise<(string | undefined)[]> =>
  ((await search(query))['ids'] as ItemId[]).map((id) => titles.get(id));

const within = (from: string | number, to: string | number): Body => ({ must: { date: [{ from, to }] } });

beforeAll(async () => {
  world = await openProductWorld();
  for (const date of DATES) {
    const made = await world.ask(STAFF, `create/${ENTRY}`, { title: `Entry of ${date}`, owner: world.own, date });
    titles.set(String(okOf(made)['$id']), date);
  }
});
afterAll(() => world.stop());

it('[CELL-05] entries are in the order of their earliest days, undated ones last in both directions', async () => {
  const ascending = await datesOf({ sort: [{ key: 'date', order: 'asc' }] });
  expect([ascending[0], ascending.at(-1)]).toEqual(['../1890', 'XXXX (torn label)']);
  expect(ascending.indexOf('190X')).toBeLessThan(ascending.indexOf('1905'));
  expect(ascending.indexOf('1910-05-12')).toBeGreaterThan(ascending.indexOf('1910/1915'));
  const descending = await datesOf({ sort: [{ key: 'date', order: 'desc' }] });
  expect([descending[0], descending.at(-2), descending.at(-1)]).toEqual(['1931/..', '../1890', 'XXXX (torn label)']);
});

it('[SRCH-06] a range of years finds each date of which some part lies in it', async () => {
  const found = async (query: Body): Promise<string[]> => (await datesOf(query)).map(String).toSorted();
  expect(await found(within('1905-01-01', '1910-01-01'))).toEqual(['1905', '190X']);
  expect(await found(within('1912-01-01', '1914-01-01'))).toEqual(['1910/1915']);
  expect(await found(within('1800-01-01', '1850-01-01'))).toEqual(['../1890']);
  expect(await found(within('2020-01-01', '2021-01-01'))).toEqual(['1931/..']);
  expect(await found({ must: { date: ['191X'] } })).toEqual(['1910-05-12', '1910/1915', '1910~', '1911-21?']);
  expect(await found({ must: { date: [null] } })).toEqual(['XXXX (torn label)']);
});

it('[SRCH-06] a decade counts each date that lies in it in part', async () => {
  const { facets } = await search({ facets: [{ key: 'date', max: 50 }] });
  const counts = (facets as unknown as Readonly<Record<string, readonly FacetValue[]>>)['date'] ?? [];
  expect(Object.fromEntries(counts.map(({ value, count }) => [String(value), count]))).toMatchObject({
    ...{ 'before 1900': 1, '1900s': 2, '1910s': 4, '1930s': 1, 'from 2020': 1, null: 1 },
  });
});

it('[CELL-05] the timeline has the first and the last moment of each date, and ten years of an open one', async () => {
  const { ids, times } = await search({ times: true, labels: true });
  const at = new Map((ids as ItemId[]).map((id, index) => [titles.get(id), (times as unknown[])[index]]));
  expect(at.get('190X')).toEqual([utcDay(1900), utcDay(1910)]);
  expect(at.get('1910-05-12')).toEqual([utcDay(1910, 5, 12), utcDay(1910, 5, 13)]);
  expect(at.get('1911-21?')).toEqual([utcDay(1911, 3), utcDay(1911, 6)]);
  expect(at.get('XXXX (torn label)')).toEqual([null, null]);
  const [from, to] = at.get('../1890') as [number, number];
  expect([to, Math.round((to - from) / 31_557_600_000)]).toEqual([utcDay(1891), 10]);
});

it('[EXCHANGE] exports have the words and EDTF', async () => {
  const csv = await world.exported(STAFF, {
    ...{ query: { must: { _t: [ENTRY] } }, format: 'csv', columns: ['$label', 'date'], language: 'en' },
  });
  const lines = csv.split('\r\n');
  const lineOf = (date: string): string | undefined => lines.find((line) => line.includes(`Entry of ${date}`));
  expect(lineOf('1910~')).toContain('about 1910,1910~');
  expect(lineOf('1911-21?')).toContain('probably spring 1911,1911-21?');
  expect(lineOf('XXXX')).toContain('undated (torn label),XXXX');
  expect(lineOf('../1890')).toContain('before 1890,../1890');
});

it('[FORM-01] a text that is no date is refused, and says how dates are written', async () => {
  const refused = await world.ask(STAFF, `create/${ENTRY}`, { title: 'No date', owner: world.own, date: 'long ago' });
  expect(JSON.stringify(refused)).toContain('errors.dates.invalid');
});

it('[FORM-01] years that were stored as numbers become dates, and are found as such', async () => {
  const id = await world.newItem({ type: ENTRY, level: 'COMMUNITY', mark: 'year', more: { title: 'Of 1931' } });
  const { database } = world.services;
  await database.query(`update item set body = body || '{"yearPublished": 1931}'::jsonb where t = $1 and i = $2`, [
    world.services.registry.types[ENTRY]?.number,
    Number(id.split('-')[1]),
  ]);
  await migrateEarlier(world, [ENTRY]);
  expect(okOf(await world.ask(STAFF, `read/${id}`))['yearPublished']).toBe('1931');
  const found = await search({ must: { yearPublished: [{ from: '1931-01-01', to: '1932-01-01' }] } });
  expect(found['ids']).toEqual([id]);
});

it('[SRCH-06] dates that an earlier version indexed by one day are found by their year after a start', async () => {
  const { database, registry } = world.services;
  const number = registry.types[ENTRY]?.number;
  const id = await world.newItem({
    ...{ type: ENTRY, level: 'COMMUNITY', mark: 'indexed', more: { title: 'Of March 1871', date: '1871-03' } },
  });
  titles.set(id, '1871-03');
  await database.query(
    `update item set sort_keys = jsonb_set(sort_keys, '{date}', to_jsonb($3::bigint)) where t = $1 and i = $2`,
    [number, Number(id.split('-')[1]), utcDay(1871, 3)],
  );
  // The kind of that version had one day, like the kind of exact dates.
  await migrateEarlier(world, [ENTRY], (type) => {
    const date = type.properties['date'];
    return { ...type, properties: { ...type.properties, ...(date && { date: { ...date, kind: 'date' } }) } };
  });
  const [row] = await database.query<{ date: unknown }>(
    `select sort_keys -> 'date' as date from item where t = $1 and i = $2`,
    [number, Number(id.split('-')[1])],
  );
  expect(row?.date).toEqual([utcDay(1871, 3), utcDay(1871, 3, 31)]);
  expect(await datesOf(within('1871-03-20', '1871-04-01'))).toContain('1871-03');
});
