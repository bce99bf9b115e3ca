// Number of SQL statements of a task on many items: it grows with the number of batches, not with the number of items. A slow machine makes
// smaller batches, because a batch ends after a time, so statements are counted for each batch.

import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

const [FEW, MANY] = [100, 500];
const STATEMENTS_OF_A_BATCH = 40;
/** The change feed, notices of it and the job queue ask at intervals. */
const ASKED_AT_INTERVALS = /outbox|graphile|get_job|notify|listen|termsBy|counter/i;

const tasks = useTaskWorld();

const nameOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement;
  return isRecord(statement) ? String(statement['name'] ?? statement['text']) : '';
};

const addBooks = async (count: number): Promise<ItemId[]> => {
  const { services, ids } = tasks.world;
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  return await services.database.transaction((tx) =>
    services.items.together(tx, async (batch) => {
      const made: ItemId[] = [];
      for (let n = 0; n < count; n += 1) {
        const values = { title: `Ledger ${n}`, shelf: ids['shelf'] ?? '', $access: 'PUBLIC', state: 'DRAFT' };
        made.push((await services.items.insert(batch, 'Book', values, by)).id);
      }
      return made;
    }),
  );
};

interface Counts {
  readonly statements: number;
  readonly batches: number;
}

const countsOf = async (action: string, input: Record<string, Json>): Promise<Counts & { readonly key: string }> => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const key = await tasks.begin(action, input);
  expect(await tasks.over(key)).toMatchObject({ state: 'DONE', counts: { refused: 0 } });
  const names = queries.mock.calls.map(([statement]) => nameOf(statement));
  queries.mockRestore();
  return {
    key,
    statements: names.filter((name) => !ASKED_AT_INTERVALS.test(name)).length,
    batches: names.filter((name) => name === 'savepoint together').length,
  };
};

/** Returns the statements of a change, its undo, and a deletion. */
const countsFor = async (count: number): Promise<readonly Counts[]> => {
  const ids = await addBooks(count);
  const changed = await countsOf('changeMany', { ids, set: { year: 1931 } });
  const undone = await countsOf('undoMany', { taskKey: changed.key });
  const deleted = await countsOf('deleteMany', { ids });
  return [changed, undone, deleted];
};

it('[TASK-01] a task asks the database fewer than 40 times for a batch of items, and so do its undo and a deletion', async () => {
  await tasks.startQueue();
  const few = await countsFor(FEW);
  const many = await countsFor(MANY);
  for (const [at, { statements, batches }] of many.entries()) {
    const before = few[at] ?? { statements: 0, batches: 0 };
    expect((statements - before.statements) / (batches - before.batches)).toBeLessThan(STATEMENTS_OF_A_BATCH);
  }
}, 120_000);
