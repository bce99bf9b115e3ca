// The check of the columns: differences that a write past the outbox leaves are found, repaired and counted, and lag is no difference.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const BOOK = registry.types['Book']?.number ?? 0;
const EXTRA = 40;

let world: World;
const extra: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  for (let at = 0; at < EXTRA; at++) extra.push(await insertBook(at));
});
afterAll(() => world.stop());

const insertBook = async (at: number): Promise<string> => {
  const { database, items } = world.services;
  const properties = { title: `Checked ${at}`, shelf: world.ids['shelf'] ?? '' };
  const more = { year: 1900 + at, genres: ['FABLE'], $access: 'PUBLIC' };
  const by = world.ids['admin'] ?? '';
  const write = { at: new Date(), by, actor: undefined };
  return (await database.transaction((tx) => items.insert(tx, 'Book', { ...properties, ...more }, write))).id;
};

const numberOf = (at: number): number => parseItemId(extra[at] ?? '').number;
const query = (text: string, values: unknown[]): Promise<unknown> => world.services.database.query(text, values);
const total = async (must: Record<string, unknown[]>): Promise<number> => {
  const { search, readFilters } = world.services;
  const visitor = await readFilters.readFilterFor(VISITOR);
  return (await search.search(visitor, { must: { _t: ['Book'], ...must } as never })).total;
};
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return Number(new RegExp(`^keeper_search_check_${name} (.*)$`, 'm').exec(text)?.[1]);
};

describe('the check of the search index', () => {
  it('[SRCH-08] finds no difference after ordinary writes, and reports the pass', async () => {
    await world.services.search.check.pass();
    expect(world.services.search.check.figures()).toMatchObject({ differences: 0, repaired: 0 });
    expect(await metric('rows_total')).toBeGreaterThanOrEqual(EXTRA);
    expect(await metric('completed_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  it('[SRCH-08] finds no difference in columns that another process has just read', async () => {
    const { services } = await world.second();
    await services.search.ready();
    await services.search.check.pass();
    expect(services.search.check.figures().rows).toBeGreaterThanOrEqual(EXTRA);
    expect(services.search.check.figures()).toMatchObject({ differences: 0, repaired: 0 });
  });

  it('[SRCH-08] finds and repairs rows that changed, appeared and vanished without the change feed', async () => {
    expect(await total({ year: [1900] })).toBe(1);
    const before = await total({});
    const { differences } = world.services.search.check.figures();
    await query(`update item set sort_keys = sort_keys || '{"year": 2001}' where t = $1 and i = $2`, [
      BOOK,
      numberOf(0),
    ]);
    await query('update item set acl = (select min(id) from acl where id <> item.acl) where t = $1 and i = $2', [
      BOOK,
      numberOf(1),
    ]);
    await query(`update item set terms = '{}' where t = $1 and i = $2`, [BOOK, numberOf(2)]);
    await query('delete from item where t = $1 and i = $2', [BOOK, numberOf(3)]);
    expect(await total({ year: [2001] })).toBe(0);
    await world.services.search.check.pass();
    expect(await total({ year: [2001] })).toBe(1);
    expect(await total({ year: [1900] })).toBe(0);
    expect(await total({})).toBeLessThan(before);
    expect(await metric('differences_total')).toBe(differences + 4);
    expect(await metric('repaired_total')).toBe(differences + 4);
    expect(world.log.join('\n')).toContain('differed from the table in 4 rows of Book');
    await world.services.search.check.pass();
    expect(await metric('differences_total')).toBe(differences + 4);
  });

  it('[SRCH-08] counts no row that only changes while it is compared', async () => {
    const { database, items, search } = world.services;
    const { differences } = search.check.figures();
    const by = world.ids['admin'] ?? '';
    let isOver = false;
    const write = async (from: number): Promise<void> => {
      for (let round = 0; !isOver; round++)
        await database.transaction(async (tx) => {
          const stored = await items.find(tx, extra[4 + from + (round % 8)] ?? '', true);
          const changes = { year: 1500 + round, $access: round % 2 === 0 ? 'PRIVATE' : 'PUBLIC' };
          if (stored) await items.write(tx, stored, changes, { at: new Date(), by, actor: undefined });
        });
    };
    const writers = [write(0), write(10)];
    for (let pass = 0; pass < 5; pass++) await search.check.pass();
    isOver = true;
    await Promise.all(writers);
    expect(search.check.figures().differences).toBe(differences);
  });
});
