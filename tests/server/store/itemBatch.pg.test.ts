// Writes of many items in one transaction: the same rows as single writes, parts that fail by themselves, and reads of held writes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import { toyWorld, type Body, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

const POINT = { type: 'Point', coordinates: [10, 50] };
const OTHER_POINT = { type: 'Point', coordinates: [11, 51] };

describe('[ARCH-02] a batch of items', () => {
  let world: ToyWorld;
  beforeAll(async () => {
    world = await toyWorld();
  });
  afterAll(() => world.stop());

  const stamp = () => ({ at: world.now, by: 'User-1', actor: undefined });
  const book = (title: string, more: Body = {}): Body => ({ title, shelf: world.shelf, $access: 'PUBLIC', ...more });
  const insert = (tx: Transaction, properties: Body): Promise<StoredItem> =>
    world.items.insert(tx, 'Book', properties, stamp());
  const inTransaction = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => world.db.database.transaction(run);
  const together = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction((tx) => world.items.together(tx, run));
  const exist = async (items: readonly StoredItem[]): Promise<boolean[]> => {
    const found = new Set(
      (
        await world.items.findMany(
          world.db.database,
          items.map(({ id }) => id),
        )
      ).map(({ id }) => id),
    );
    return items.map(({ id }) => found.has(id));
  };

  /** Returns everything that is stored of the item, without its own numbers. */
  const rowsOf = async ({ number, n }: StoredItem): Promise<unknown> => {
    const tables = {
      item: 'where t = 102 and i = $1',
      item_level: 'where t = 102 and i = $1 order by level',
      item_geometry: 'where t = 102 and i = $1 order by prop',
      item_history: 'where t = 102 and i = $1 order by u',
      outbox: 'where t = 102 and i = $1 order by seq',
      removed: `where root = 'Book-' || $1`,
    };
    const found: Record<string, unknown> = {};
    for (const [table, where] of Object.entries(tables))
      found[table] = await world.db.database.query(
        `select to_jsonb(whole) - 'seq' - 'x'${table === 'outbox' ? " - 'at'" : ''} as row from (select * from ${table} ${where}) whole`,
        [number],
      );
    const text = JSON.stringify(found).replaceAll(`Book-${number}`, 'Book-0');
    return JSON.parse(
      text.replaceAll(`"i":${number},`, '').replaceAll(`"n":${n},`, '').replaceAll(`"number":${number},`, ''),
    );
  };

  const CASES: readonly (readonly [string, Body, Body])[] = [
    [
      'plain values',
      { year: 1931, genres: ['ATLAS'], titleT: { en: 'Tides', fr: 'Marées' } },
      { year: null, fragile: true },
    ],
    ['restricted values', { price: 12, privateNotes: 'hidden' }, { price: null, privateNotes: 'other' }],
    ['a place', { place: POINT }, { place: OTHER_POINT, year: 4 }],
    ['a place that stays', { place: POINT, price: 3 }, { summary: 'text "quoted" \\ back' }],
    ['a place that goes', { place: POINT }, { place: null }],
    ['a stricter level', { $access: 'COMMUNITY', price: 1 }, { $access: 'PRIVATE' }],
  ];

  it.each(CASES)('stores %s as single writes do', async (name, first, changes) => {
    const one = await inTransaction(
      async (tx) => await world.items.write(tx, await insert(tx, book(name, first)), changes, stamp()),
    );
    const many = await together(async (tx) => {
      const [stored] = [await insert(tx, book(name, first)), await insert(tx, book('another', first))];
      return await world.items.write(tx, stored, changes, stamp());
    });
    expect(await rowsOf(many)).toEqual(await rowsOf(one));
  });

  it('removes items as single removals do', async () => {
    const [one, many] = await inTransaction(async (tx) => [
      await insert(tx, book('removed', { price: 2, place: POINT })),
      await insert(tx, book('removed', { price: 2, place: POINT })),
    ]);
    await inTransaction((tx) => world.items.remove(tx, one, stamp()));
    await together(async (tx) => {
      await world.items.lockToRemove(tx, [many.id]);
      await world.items.remove(tx, many, stamp());
    });
    expect(await exist([one, many])).toEqual([false, false]);
    expect(await rowsOf(many)).toEqual(await rowsOf(one));
  });

  it('removes an item that others name as its relations declare', async () => {
    const [first, second] = await inTransaction(async (tx) => {
      const named = await insert(tx, book('named'));
      return [named, await insert(tx, book('naming', { sequels: [named.id] }))] as const;
    });
    await together(async (tx) => {
      await world.items.lockToRemove(tx, [first.id]);
      await world.items.remove(tx, first, stamp());
    });
    expect((await world.stored(second.id))?.properties['sequels']).toBeUndefined();
  });

  it('drops the writes of a part that fails, and keeps the others', async () => {
    let calls = 0;
    const items = await together(async (tx) => {
      calls += 1;
      const first = await insert(tx, book('first'));
      const failed: StoredItem[] = [];
      const part = inSavepoint(tx, async (inner) => {
        failed.push(await insert(inner, book('second')));
        throw new Error('refused');
      });
      await expect(part).rejects.toThrow('refused');
      return [first, ...failed, await insert(tx, book('third'))];
    });
    expect(await exist(items)).toEqual([true, false, true]);
    expect(calls).toBe(1);
  });

  it('is repeated one by one when a part fails after it has sent a write', async () => {
    const batches: boolean[] = [];
    const items = await together(async (tx) => {
      batches.push(tx.batch !== undefined);
      const first = await insert(tx, book('first'));
      const failed: StoredItem[] = [];
      await inSavepoint(tx, async (inner) => {
        failed.push(await insert(inner, book('second')));
        await inner.query('select 1');
        throw new Error('refused');
      }).catch(() => undefined);
      return [first, ...failed];
    });
    expect(batches).toEqual([true, false]);
    expect(await exist(items)).toEqual([true, false]);
  });

  it('is repeated one by one when the database refuses one of its writes', async () => {
    const batches: boolean[] = [];
    const items = await together(async (tx) => {
      batches.push(tx.batch !== undefined);
      const stored: StoredItem[] = [];
      for (const title of ['first', 'with a \u0000', 'third'])
        await inSavepoint(tx, async (inner) => stored.push(await insert(inner, book(title)))).catch(() => undefined);
      return stored;
    });
    expect(batches).toEqual([true, false]);
    expect(await exist(items)).toEqual([true, true]);
    expect(items.map(({ label }) => label)).toEqual(['first', 'third']);
  });

  it('shows its held writes to every statement of the transaction', async () => {
    const count = await together(async (tx) => {
      const { number } = await insert(tx, book('held'));
      const rows = await tx.query('select 1 from item where t = 102 and i = $1', [number]);
      return rows.length;
    });
    expect(count).toBe(1);
  });

  it('runs the work after its commit once', async () => {
    const ran: string[] = [];
    await together(async (tx) => {
      await inSavepoint(tx, async (inner) => {
        inner.afterCommit(() => void ran.push('part'));
        await insert(inner, book('after'));
      });
      await inSavepoint(tx, (inner) => {
        inner.afterCommit(() => void ran.push('refused'));
        return Promise.reject(new Error('refused'));
      }).catch(() => undefined);
    });
    await expect.poll(() => ran).toEqual(['part']);
  });
});
