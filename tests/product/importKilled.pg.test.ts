// The server killed (kill -9) during an import: the next process continues, and each row is imported exactly once.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { productProcesses } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';
const ROWS = 3_000;
const REFUSED = 30;
const KILLS = 2;
const WITHIN = 180_000;

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const processes = productProcesses(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(async () => {
  processes.stop();
  await world.stop();
});

it(
  '[ARCH-02] an import of a killed server is continued by the next one, and imports each row once',
  async () => {
    const rows = Array.from({ length: ROWS }, (_, at) => (at % 100 === 7 ? `,K-${at}` : `Sheet ${at},K-${at}`));
    const content = ['Title,Call number', ...rows].join('\n');
    const body = await imports.request(KEEPER, { content }, { kind: 'ARC_CSV', owner: world.own });
    const taskKey = await imports.start(KEEPER, 'runImport', body);
    const createdRows = async (): Promise<number> => (await imports.outcomeOf(KEEPER, taskKey)).counts.created;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await createdRows();
      const server = await processes.start();
      await expect.poll(createdRows, { timeout: WITHIN / 4, interval: 50 }).toBeGreaterThan(before);
      await server.kill();
      expect(await createdRows()).toBeLessThan(ROWS - REFUSED);
    }
    const last = await processes.start();
    const stateOf = async (): Promise<unknown> => {
      const { import: via = '' } = await imports.outcomeOf(KEEPER, taskKey);
      return (await read(KEEPER, via))['state'];
    };
    await expect.poll(stateOf, { timeout: WITHIN / 2 }).toBe('DONE');
    const { counts, import: via = '' } = await imports.outcomeOf(KEEPER, taskKey);
    expect(counts).toMatchObject({ created: ROWS - REFUSED, refused: REFUSED });
    const query = { must: { _t: ['ArchiveEntry'], addedVia: [via] }, max: 1_000 };
    const found = okOf(await world.ask(KEEPER, 'search/ids', query));
    expect(found['total']).toBe(ROWS - REFUSED);
    await last.kill();
  },
  WITHIN,
);
