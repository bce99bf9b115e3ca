// The database loses all connections, as when it is killed, while records come in and go out: each work goes on or says what happened, and
// nothing is done twice or half. (tests/server/store/embedded.pg.test.ts kills the database server itself and starts it again.)

import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import type { ItemId } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses, type ProductProcess } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { killReader } from 'tests/server/harness/readerProcesses.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const KEEPER = 'capability holder';
const ADMINISTRATOR = 'administrator';
const ROWS = 2_000;
const LOSSES = 3;
const WITHIN = 180_000;
const DONE_WITHIN = { timeout: 90_000, interval: 200 };

let world: ProductWorld;
let server: ProductProcess;
let operator: pg.Client;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const processes = productProcesses(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  server = await processes.start();
  operator = new pg.Client({ ...world.connection, database: 'postgres' });
  await operator.connect();
}, 60_000);
afterAll(async () => {
  await operator.end();
  processes.stop();
  await world.stop();
});

const loseConnections = async (): Promise<void> => {
  const all = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
  await operator.query(all, [world.connection.database]);
};

/** Ends all connections each time when the number has grown. */
const loseAsItGrows = async (numberNow: () => Promise<number>): Promise<void> => {
  for (let loss = 0, before = 0; loss < LOSSES; loss += 1) {
    await expect.poll(numberNow, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
    before = await numberNow();
    await loseConnections();
  }
};

/** The answer once the world has connections again. */
const eventually = async <T>(ask: () => Promise<T>): Promise<T> => {
  let answer: T | undefined;
  await expect.poll(async () => ((answer = await ask()), true), DONE_WITHIN).toBe(true);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};

const countOf = async (via: ItemId): Promise<unknown> =>
  okOf(await world.ask(KEEPER, 'search/ids', { must: { _t: ['ArchiveEntry'], addedVia: [via] }, max: 1 }))['total'];
const stateOf = async (via: ItemId): Promise<unknown> => (await read(KEEPER, via))['state'];

it(
  '[ARCH-02] [TRUST] an import, and then its undo, go on when the database comes back, and do each row once',
  async () => {
    const rows = Array.from({ length: ROWS }, (_, at) => `Sheet ${at},L-${at}`);
    const content = ['Title,Call number', ...rows].join('\n');
    const body = await imports.request(KEEPER, { content }, { kind: 'ARC_CSV', owner: world.own });
    const key = await imports.start(KEEPER, 'runImport', body);
    await loseAsItGrows(async () => (await imports.outcomeOf(KEEPER, key)).counts.created);
    const outcome = await eventually(() => imports.outcomeOf(KEEPER, key));
    const via = String(outcome.import);
    await expect.poll(() => stateOf(via), DONE_WITHIN).toBe('DONE');
    expect((await imports.outcomeOf(KEEPER, key)).counts).toMatchObject({ created: ROWS, refused: 0 });
    await expect.poll(() => countOf(via), DONE_WITHIN).toBe(ROWS);

    const undo = await imports.start(KEEPER, 'undoImport', targetOf(via));
    await loseAsItGrows(async () => (await imports.outcomeOf(KEEPER, undo)).counts.removed ?? 0);
    await expect.poll(() => stateOf(via), DONE_WITHIN).toBe('UNDONE');
    expect((await imports.outcomeOf(KEEPER, undo)).kept).toEqual([]);
    expect(await read(KEEPER, via)).toMatchObject({ removed: ROWS });
    await expect.poll(() => countOf(via), DONE_WITHIN).toBe(0);
  },
  WITHIN,
);

it(
  '[ARCH-01] [TRUST] a package whose database is lost is complete, or says that it failed, and the next one is complete',
  async () => {
    const marks = Array.from({ length: 1_500 }, (_, at) => `Kept ${at}`);
    await world.add(marks.map((mark) => ({ type: 'ArchiveEntry', level: 'COMMUNITY', mark })));
    const begin = async (): Promise<string> =>
      String(okOf(await world.ask(ADMINISTRATOR, 'act/makePackage/async', { history: true }))['key']);
    const taskNow = (key: string): Promise<Body> => imports.taskOf(ADMINISTRATOR, key);
    const first = await begin();
    await expect.poll(async () => (await taskNow(first))['state'], { timeout: 60_000, interval: 10 }).toBe('RUNNING');
    await loseConnections();
    const over = async (key: string): Promise<unknown> => (await taskNow(key))['state'];
    await expect.poll(() => over(first), DONE_WITHIN).toMatch(/^(DONE|FAILED)$/);
    const ended = await taskNow(first);
    if (ended['state'] === 'FAILED') expect(ended['errorKey']).toEqual(expect.any(String));
    const second = await eventually(begin);
    await expect.poll(() => over(second), DONE_WITHIN).toBe('DONE');
    for (const key of ended['state'] === 'DONE' ? [first, second] : [second]) {
      const zip = await (await world.get(ADMINISTRATOR, `/task-result/${key}`)).arrayBuffer();
      const entries = readZip(Buffer.from(zip));
      const lines = entries.find(({ name }) => name.endsWith('data/records/ArchiveEntry.jsonl'));
      expect(lines?.content.toString().trim().split('\n').length).toBeGreaterThanOrEqual(marks.length);
    }
  },
  WITHIN,
);

it(
  '[EXCHANGE] [TRUST] an export whose database is lost breaks off, and never ends like a complete file',
  async () => {
    const more = { description: 'tide '.repeat(2_000) };
    const marks = Array.from({ length: 1_500 }, (_, at) => `Long ${at}`);
    await world.add(marks.map((mark) => ({ type: 'ArchiveEntry', level: 'PUBLIC', mark, more })));
    const headers = { authorization: `Bearer ${world.tokenOf(KEEPER)}` };
    const body = JSON.stringify({ format: 'csv', query: { must: { _t: ['ArchiveEntry'] } } });
    const request = (): Promise<Response> => fetch(`${server.url}/api/export`, { method: 'POST', headers, body });
    const whole = await eventually(async () => {
      const answer = await request();
      if (answer.status !== 200) throw new Error(String(answer.status));
      return await answer.text();
    });
    expect(whole.length).toBeGreaterThan(10_000_000);
    const broken = await request();
    const reader = broken.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await loseConnections();
    const others = async (): Promise<void> => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
    };
    await expect(others()).rejects.toThrow();
    expect(bytes).toBeLessThan(whole.length);
    await expect.poll(async () => (await request()).status, DONE_WITHIN).toBe(200);
  },
  WITHIN,
);

it(
  '[ARCH-02] [TRUST] an import whose reading process is killed reads the file again and imports each row once',
  async () => {
    await server.kill();
    const rows = Array.from({ length: 3_000 }, (_, at) => `Read ${at},R-${at}`);
    const content = ['Title,Call number', ...rows].join('\n');
    // A file is read in half a second, so its process may end before it is seen.
    const checkKilled = async (left: number): Promise<string> => {
      const body = await eventually(() => imports.request(KEEPER, { content }, { kind: 'ARC_CSV', owner: world.own }));
      let isOver = false;
      const checking = imports.start(KEEPER, 'checkImport', body);
      const jobs = checking.then(() => world.runJobs()).finally(() => (isOver = true));
      const isKilled = await killReader(new Set(), () => isOver);
      await jobs;
      if (isKilled) return await checking;
      expect(left).toBeGreaterThan(0);
      return await checkKilled(left - 1);
    };
    expect((await imports.outcomeOf(KEEPER, await checkKilled(5))).counts).toMatchObject({
      created: rows.length,
      refused: 0,
    });
  },
  WITHIN,
);
