// The SQL statements that a save over the socket waits for, with its rate limit, its idempotency key, its event and the job of its notices.
// Each feature that follows saves is tempted to add one.

import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isRecord } from 'src/base/isRecord.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const MOST_STATEMENTS = 10;
const EDITOR = 'capability holder';

let world: ProductWorld;
let socket: TestSocket;
beforeAll(async () => {
  world = await openProductWorld();
  socket = await world.socket(EDITOR);
});
afterAll(async () => {
  socket.close();
  await world.stop();
});

const newRecord = (mark: string): Promise<ItemId> => world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark });

/** Matches the statements of a save outside of its transaction. Other statements there are of the change feed and of watches, which ask at intervals. */
const OUTSIDE = /^(?:rate_limit|term|counter|grant|item)/;

/** Returns the name of a prepared statement, or its text. */
const nameOrText = (statement: unknown): string => {
  const { name, text } = isRecord(statement) ? statement : { name: undefined, text: statement };
  return String(name ?? text);
};

/** Saves a text property and returns the statements up to the commit. */
const statementsOfSave = async (id: ItemId): Promise<readonly string[]> => {
  const { b } = await socket.ask(`read/${id}`);
  const { _u } = b as unknown as Item;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const body = { $id: id, _u, title: `Saved after version ${_u}` };
  const reply = await socket.ask('update', body, { key: crypto.randomUUID() });
  const { calls, contexts } = queries.mock;
  const sent = calls.map(([statement], at) => ({ name: nameOrText(statement), client: contexts[at] }));
  queries.mockRestore();
  expect(reply.b).toMatchObject({ $id: id });
  const { client } = sent.find(({ name }) => name === 'idempotency.claim') ?? {};
  const own = sent.filter((each) => each.client === client || OUTSIDE.test(each.name)).map(({ name }) => name);
  return own.slice(0, own.indexOf('commit') + 1);
};

it('[ERR-01] [NTFY-03] a repeated save of a text property waits for eight statements', async () => {
  const id = await newRecord('often saved');
  for (let earlier = 0; earlier < 3; earlier += 1) await statementsOfSave(id);
  const names = (await statementsOfSave(id)).map((name) => name.replaceAll(/\.\d+/g, ''));
  // Numbers of events are taken in blocks, which grow.
  expect(names.filter((name) => name !== 'counter.take')).toEqual([
    ...['begin', 'idempotency.claim'],
    ...['item.lock.write.one', 'item.find.grants.one'],
    ...['item.update.levels', 'item.insert.job'],
    ...['idempotency.keep', 'commit'],
  ]);
});

it('[ERR-01] [NTFY-03] the first save of a record by a person waits for at most ten statements', async () => {
  const names = await statementsOfSave(await newRecord('saved for the first time'));
  expect(names.length, names.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
});
