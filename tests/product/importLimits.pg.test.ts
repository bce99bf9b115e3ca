// Limits of imports: related records that an import creates, and a right that ends while it runs.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';
const ROWS = 4_000;

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const archive = () => ({ kind: 'ARC_CSV', owner: world.own });
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;
const idsOf = async (must: Readonly<Record<string, readonly string[]>>): Promise<readonly ItemId[]> =>
  okOf(await world.ask(KEEPER, 'search/ids', { must, max: 100 }))['ids'] as readonly ItemId[];

it('[ARCH-02] an import creates the related records that no row finds, once each, and its undo removes them', async () => {
  const columns = [
    { column: 0, to: 'title' },
    { column: 1, to: 'collections', match: 'title', missing: 'create' as const },
  ];
  const content = lines('Title,Fonds', 'One,Seaweed papers', 'Two,Seaweed papers', ',Refused papers', 'Four,');
  const options = { ...archive(), columns };
  const collections = () => idsOf({ _t: ['Collection'] });
  const before = await collections();
  const checked = await imports.check(KEEPER, { content }, options);
  expect(checked.outcome.counts).toMatchObject({ created: 3, refused: 1 });
  expect(await collections()).toEqual(before);
  const { outcome } = await imports.import(KEEPER, { content }, options);
  expect(outcome.counts).toMatchObject({ created: 3, refused: 1 });
  const [collection = '', ...others] = (await collections()).filter((id) => !before.includes(id));
  expect(others).toEqual([]);
  expect(await read(KEEPER, collection)).toMatchObject({ title: 'Seaweed papers' });
  const entries = await idsOf({ _t: ['ArchiveEntry'], collections: [collection] });
  expect(entries).toHaveLength(2);
  await imports.undo(KEEPER, String(outcome.import));
  expect(await collections()).toEqual(before);
});

it('[ARCH-02] an undo keeps records that others have edited or named since, each with its reason', async () => {
  const content = lines('Title,Call number', 'Edited,U-1', 'Named,U-2', 'Untouched,U-3', 'Deleted,U-4');
  const { outcome } = await imports.import(KEEPER, { content }, archive());
  const [edited = '', named = '', untouched = '', deleted = ''] = outcome.items;
  okOf(await save(KEEPER, edited, { publisher: 'Harbour Press' }));
  okOf(await world.ask(KEEPER, `delete/${deleted}`, { _u: 1 }));
  await world.newItem({
    ...{ type: 'Belonging', level: 'PUBLIC', mark: 'naming' },
    more: { relevantArchives: [named] },
  });
  const undone = await imports.undo(KEEPER, String(outcome.import));
  expect(undone.outcome.kept).toMatchObject([
    { id: named, message: 'import.inUse' },
    { id: edited, message: 'import.changedSince', paths: ['publisher'] },
  ]);
  expect(await world.ask(KEEPER, `read/${untouched}`)).toEqual({ refused: 'notFound' });
});

it('[PERM-01] an import whose person loses the right while it runs stops, keeps what it wrote, and can be undone', async () => {
  const person = world.idOf('creator');
  const memberships = (await read('administrator', person))['memberships'] as readonly Record<string, never>[];
  const withRight = memberships.map((each) => ({ ...each, capabilities: ['Archive'] }));
  await world.change(person, { memberships: withRight });
  const rows = Array.from({ length: ROWS }, (_, at) => `Sheet ${at},L-${at}`);
  const body = await imports.request('creator', { content: lines('Title,Call number', ...rows) }, archive());
  const taskKey = await imports.start('creator', 'runImport', body);
  const running = world.runJobs();
  const created = async () => (await imports.outcomeOf('creator', taskKey)).counts.created;
  await expect.poll(created, { interval: 20, timeout: 20_000 }).toBeGreaterThan(0);
  await world.change(person, { memberships });
  await running;
  const outcome = await imports.outcomeOf('creator', taskKey);
  const via = String(outcome.import);
  const { created: written } = outcome.counts;
  expect(written).toBeLessThan(ROWS);
  expect(await read('administrator', via)).toMatchObject({ state: 'FAILED', added: written });
  const undone = await imports.undo('administrator', via);
  expect(undone.outcome.counts.kept).toBe(0);
  expect(await read('administrator', via)).toMatchObject({ state: 'UNDONE' });
  expect(await idsOf({ _t: ['ArchiveEntry'], addedVia: [via] })).toEqual([]);
}, 60_000);

it('[ARCH-02] rows are related to records that earlier rows create, in a check as in the import, across batches', async () => {
  const columns = [
    { column: 0, to: 'title' },
    { column: 1, to: 'broader', match: 'title' },
  ];
  const level = (at: number): string => (at % 50 === 0 ? 'Root topic' : `Topic ${at - (at % 50)}`);
  const rows = Array.from({ length: 230 }, (_, at) => `Topic ${at},${at === 0 ? '' : level(at)}`);
  const content = lines('Title,Broader', 'Root topic,', ...rows, 'Lost,Topic of nobody');
  const options = { kind: 'RES_TOPICS', owner: world.own, columns };
  const checked = await imports.check(KEEPER, { content }, options);
  expect(checked.outcome.counts).toMatchObject({ created: 231, refused: 1 });
  const { outcome } = await imports.import(KEEPER, { content }, options);
  expect(outcome.counts).toMatchObject({ created: 231, refused: 1 });
  expect(outcome.refused.map(({ message }) => message)).toEqual(['import.noRecord']);
  const [root = '', , second = ''] = outcome.items;
  expect((await read(KEEPER, second))['title']).toBe('Topic 1');
  const below = await idsOf({ _t: ['ResearchTopic'], broader: [root] });
  expect(below).toHaveLength(4);
  const undone = await imports.undo(KEEPER, String(outcome.import));
  expect(undone.outcome.counts.kept).toBe(0);
  expect(await world.ask(KEEPER, `read/${root}`)).toEqual({ refused: 'notFound' });
});
