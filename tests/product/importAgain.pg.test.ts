// Imports that are repeated, run side by side, are stopped or erased.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { erase } from 'src/server/cli/erase.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { tablesHolding } from 'tests/server/harness/traces.ts';

const [KEEPER, ADMINISTRATOR] = ['capability holder', 'administrator'] as const;

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const archive = () => ({ kind: 'ARC_CSV', owner: world.own });
const TITLES = [{ column: 0, to: 'title' }];

describe('[ARCH-02] an import that is repeated', () => {
  it('succeeds with the upload of an import that was undone', async () => {
    const key = await imports.upload(KEEPER, { content: 'Title\nTwice\n' });
    const first = await imports.import(KEEPER, key, { ...archive(), columns: TITLES });
    await imports.undo(KEEPER, String(first.outcome.import));
    const second = await imports.import(KEEPER, key, { ...archive(), columns: TITLES });
    expect(second.outcome.counts).toMatchObject({ created: 1 });
    expect(await read(KEEPER, String(second.outcome.import))).toMatchObject({ state: 'DONE', added: 1 });
  });

  it('does not run during an import whose rows name their owners', async () => {
    const { displayName = '' } = await read(ADMINISTRATOR, world.own);
    const mapped = [...TITLES, { column: 1, to: 'owner' }];
    const table = { content: `Title,Owner\nBeside,${String(displayName)}\n` };
    const open = await imports.request(ADMINISTRATOR, table, { kind: 'ARC_CSV', columns: mapped });
    const owned = await imports.request(KEEPER, { content: 'Title\nBeside\n' }, { ...archive(), columns: TITLES });
    await imports.start(ADMINISTRATOR, 'runImport', open);
    const refusal = await world.ask(KEEPER, 'act/runImport/async', owned);
    expect(JSON.stringify(refusal)).toContain('import.anotherRuns');
    await world.runJobs();
    await imports.start(KEEPER, 'runImport', owned);
    const again = { ...open, again: true };
    expect(JSON.stringify(await world.ask(ADMINISTRATOR, 'act/runImport/async', again))).toContain(
      'import.anotherRuns',
    );
    await world.runJobs();
  });

  it('[ROUTE-09] does not move an address that leads to another record', async () => {
    const columns = [...TITLES, { column: 1, to: '$legacyPath' }];
    const table = (title: string) => ({ content: `Title,Address\n${title},/old/node/5\n` });
    const first = await imports.import(ADMINISTRATOR, table('Ledger'), { ...archive(), columns });
    const second = await imports.import(ADMINISTRATOR, table('Other ledger'), { ...archive(), columns });
    expect(second.outcome).toMatchObject({
      counts: { created: 0, refused: 1 },
      refused: [{ row: 2, column: 1, message: 'import.addressTaken', params: { value: '/old/node/5' } }],
    });
    const answer = okOf(await world.ask(KEEPER, 'getLegacyPath', { alias: 'old/node/5' }));
    expect(answer['itemId']).toBe(first.outcome.items[0]);
    await imports.undo(ADMINISTRATOR, String(first.outcome.import));
    const third = await imports.import(ADMINISTRATOR, table('Third ledger'), { ...archive(), columns });
    expect(third.outcome.counts).toMatchObject({ created: 1, refused: 0 });
  });
});

describe('[ARCH-02] an undo', () => {
  it('[ROUTE-09] removes the addresses that the import gave to existing records, and no others', async () => {
    const addressOf = (alias: string) => world.ask(KEEPER, 'getLegacyPath', { alias });
    const columns = [
      { column: 0, to: '$id' },
      { column: 1, to: 'title' },
      { column: 2, to: '$legacyPath' },
    ];
    const create = [...TITLES, { column: 1, to: '$legacyPath' }];
    const earlier = await imports.import(
      ADMINISTRATOR,
      { content: 'Title,Address\nAtlas,/old/atlas\nMap,\n' },
      { ...archive(), columns: create },
    );
    const [atlas = '', map = ''] = earlier.outcome.items;
    const content = `Id,Title,Address\n${atlas},Atlas of bays,/old/atlas\n${map},Map,/old/map\n`;
    const { outcome } = await imports.import(ADMINISTRATOR, { content }, { ...archive(), columns });
    expect(outcome.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
    expect(okOf(await addressOf('old/map'))['itemId']).toBe(map);
    await imports.undo(ADMINISTRATOR, String(outcome.import));
    expect(await addressOf('old/map')).toMatchObject({ refused: expect.any(String) });
    expect(okOf(await addressOf('old/atlas'))['itemId']).toBe(atlas);
  });

  it('that is stopped leaves the import in the state that it had', async () => {
    const made = await imports.import(KEEPER, { content: 'Title\nStays failed\n' }, { ...archive(), columns: TITLES });
    const via = String(made.outcome.import);
    await world.change(via, { state: 'FAILED' });
    const [_t = '', number] = via.split('-');
    const taskKey = await imports.start(KEEPER, 'undoImport', { _t, _i: Number(number) });
    expect((await read(KEEPER, via))['state']).toBe('UNDOING');
    okOf(await world.ask(KEEPER, 'act/killTask', { taskKey }));
    await world.runJobs();
    expect((await read(KEEPER, via))['state']).toBe('FAILED');
  });

  it('counts everything that it keeps, also beyond the records that it lists', async () => {
    const made = await imports.import(KEEPER, { content: 'Title\nCounted\n' }, { ...archive(), columns: TITLES });
    okOf(await save(KEEPER, String(made.outcome.items[0]), { publisher: 'Edited' }));
    const { taskKey } = await imports.undo(KEEPER, String(made.outcome.import));
    await world.services.database.query(
      `insert into import_row (run, n, row, state, id, u, detail)
        select run, n + a, row + a, state, id, u, detail from import_row, generate_series(1, 1500) a where run = $1`,
      [taskKey],
    );
    const outcome = await imports.outcomeOf(KEEPER, taskKey);
    expect(outcome.counts.kept).toBe(1_501);
    expect(outcome.kept.length).toBe(1_000);
  });
});

describe('[ARCH-02] the texts of rows', () => {
  it('keep the line separators of other programs', async () => {
    const title = 'Line\u2028separator and paragraph\u2029separator';
    const { outcome } = await imports.check(
      KEEPER,
      { content: `Title\n${title}\n` },
      { ...archive(), columns: TITLES },
    );
    expect(outcome.preview.map(({ values }) => values['title'])).toEqual([title]);
  });

  it('[TRUST] are erased with the record', async () => {
    const word = 'zhiibquartzite';
    const columns = [...TITLES, { column: 1, to: 'callNumber' }, { column: 2, to: 'publisher' }];
    const table = (publisher: string) => ({ content: `Title,Call number,Publisher\nErased,ERASE-1,${publisher}\n` });
    const first = await imports.import(KEEPER, table(`${word} press`), { ...archive(), columns });
    await imports.import(KEEPER, table('Plain press'), { ...archive(), columns });
    const { database } = world.services;
    expect(await tablesHolding(database, word)).toContain('public.import_row');
    const id: Json = first.outcome.items[0] ?? '';
    await erase(world.services, ['--id', id, '--by', 'administrator@example.org', '--why', 'asked', '--yes']);
    expect(await tablesHolding(database, word)).not.toContain('public.import_row');
  });
});
