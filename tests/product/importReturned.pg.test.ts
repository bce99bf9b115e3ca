// Cells of an export that come back as they are, and what others save while their records are imported.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { importsOf, type Table } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [KEEPER, ADMINISTRATOR] = ['capability holder', 'administrator'] as const;
const UNCHANGED = { created: 0, changed: 0, unchanged: 1, refused: 0 };

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const archive = () => ({ kind: 'ARC_CSV', owner: world.own });

const record = (type: string, mark: string, more: Readonly<Record<string, Json>>): Promise<ItemId> =>
  world.newItem({ type, level: 'COMMUNITY', mark, more: { owner: world.own, ...more } });

const csvOf = (id: ItemId, more: Partial<ExportRequest> = {}): Promise<string> =>
  world.exported(ADMINISTRATOR, { ids: [id], format: 'csv', ...more });

const workbookOf = async (id: ItemId): Promise<Table> => {
  const answer = await fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.tokenOf(ADMINISTRATOR)}` },
    body: JSON.stringify({ ids: [id], format: 'xlsx' }),
  });
  return { name: 'table.xlsx', content: new Uint8Array(await answer.arrayBuffer()) };
};

describe('[ARCH-02] an unchanged cell of an export', () => {
  it('is accepted where several records have the label, and where the value of the list is archived', async () => {
    const twin = (mark: string): Promise<ItemId> =>
      world.newItem({
        ...{ type: 'Organization', level: 'COMMUNITY', mark },
        more: { displayName: 'House of Twins', type: 'MUSEUM' },
      });
    const [house] = [await twin('first twin'), await twin('second twin')];
    const list = { list: 'RES_LANGUAGES', key: 'TIDE_TALK', t: { en: 'Tide talk' } };
    const value = await record('LOVValue', 'tide talk', list);
    const id = await record('ArchiveEntry', 'Old name', {
      title: 'Old name',
      sourceOrg: house ?? '',
      language: ['TIDE_TALK'],
    });
    await world.change(value, { state: 'ARCHIVED' });
    const exported = await csvOf(id);
    expect(exported).toContain('House of Twins');
    expect(exported).toContain('Tide talk');
    const same = await imports.check(ADMINISTRATOR, { content: exported }, archive());
    expect(same.outcome).toMatchObject({ counts: UNCHANGED, refused: [] });
    const content = exported.replace('Old name', 'New name');
    const { outcome } = await imports.import(ADMINISTRATOR, { content }, archive());
    expect(outcome).toMatchObject({ counts: { changed: 1, refused: 0 }, refused: [] });
    expect(await read(ADMINISTRATOR, id)).toMatchObject({
      ...{ title: 'New name', sourceOrg: house, language: ['TIDE_TALK'] },
    });
    const wrong = content.replace('House of Twins', 'House of Nothing');
    const refused = await imports.check(ADMINISTRATOR, { content: wrong }, archive());
    expect(refused.outcome.refused).toMatchObject([{ value: 'House of Nothing', message: 'import.noRecord' }]);
  });

  it('keeps a text and an outline that are longer than a cell of a workbook', async () => {
    const body = 'A long letter. '.repeat(3_000).trim();
    const template = await record('LetterTemplate', 'long', { label: 'Long', subject: 'Long', body });
    const options = { kind: 'LETTER_TEMPLATE', owner: world.own };
    const letter = await imports.import(ADMINISTRATOR, await workbookOf(template), options);
    expect(letter.outcome).toMatchObject({ counts: UNCHANGED, refused: [] });
    expect((await read(ADMINISTRATOR, template))['body']).toBe(body);
    const ring = Array.from({ length: 1_500 }, (_, at) => {
      const turn = (at / 1_500) * 2 * Math.PI;
      return [-139 + Math.cos(turn) / 9, 50 + Math.sin(turn) / 9];
    });
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0] ?? []]] };
    const place = await record('SpatialFeature', 'outline', { label: 'Outline', geometry });
    const outline = await imports.check(ADMINISTRATOR, await workbookOf(place), {
      ...{ kind: 'SPL_PLACES', owner: world.own },
    });
    expect(outline.outcome).toMatchObject({ counts: UNCHANGED, refused: [] });
  });

  it('keeps its moment for a person in another time zone, and an edited one is read in that zone', async () => {
    const id = await record('CommLog', 'call', { subject: 'Call', date: '2026-03-02T17:30:00.000Z' });
    const zone = 'America/Toronto';
    const content = await csvOf(id, { columns: ['subject', 'date'], zone });
    expect(content).toContain('02-Mar-2026 12:30');
    const headings = content.slice(1, content.indexOf('\n')).trim().split(',');
    const columns = [
      { column: 0, to: 'subject' },
      { column: 1, to: 'date' },
      { column: headings.findIndex((heading) => heading.includes('$id')), to: '$id' },
      { column: headings.findIndex((heading) => heading.includes('_u')), to: '_u' },
    ];
    const options = { kind: 'COMM_LOG', owner: world.own, columns, more: { zone } };
    const same = await imports.check(ADMINISTRATOR, { content }, options);
    expect(same.outcome).toMatchObject({ counts: UNCHANGED, refused: [] });
    const edited = content.replace('02-Mar-2026 12:30', '02-Mar-2026 13:30');
    await imports.import(ADMINISTRATOR, { content: edited }, options);
    expect((await read(ADMINISTRATOR, id))['date']).toBe('2026-03-02T18:30:00Z');
    const body = await imports.request(ADMINISTRATOR, { content }, { ...options, more: { zone: 'Nowhere/Bay' } });
    expect(await world.ask(ADMINISTRATOR, 'act/checkImport/async', body)).toMatchObject({ refused: 'invalid' });
  });
});

describe('[ARCH-02] an edit of another person', () => {
  it('is not overwritten when it is saved after the import has read the record', async () => {
    const id = await record('ArchiveEntry', 'Held', { title: 'Held', callNumber: 'HELD-1', publisher: 'First' });
    const content = 'Title,Call number,Publisher\nHeld,HELD-1,Table\n';
    const taskKey = await imports.start(KEEPER, 'runImport', await imports.request(KEEPER, { content }, archive()));
    const { items, database } = world.services;
    let jobs: Promise<void> | undefined;
    const waiting = async (): Promise<number> =>
      (
        await database.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).length;
    await database.transaction(async (tx) => {
      const stored = await items.find(tx, id, true);
      jobs = world.runJobs();
      await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
      if (stored)
        await items.write(tx, stored, { publisher: 'Colleague' }, { at: new Date(), by: 'User-1', actor: undefined });
    });
    await jobs;
    expect((await read(KEEPER, id))['publisher']).toBe('Colleague');
    expect((await imports.outcomeOf(KEEPER, taskKey)).refused).toMatchObject([{ message: 'errors.conflict' }]);
  });

  it('that the row has too is not taken back by an undo', async () => {
    const id = await record('ArchiveEntry', 'Alike', { title: 'Alike', publisher: 'First' });
    const exported = await csvOf(id, { columns: ['title', 'publisher'] });
    okOf(await save(KEEPER, id, { title: 'Both' }));
    const content = exported.replace('Alike,First', 'Both,Second');
    const { outcome } = await imports.import(KEEPER, { content }, archive());
    expect(outcome.counts).toMatchObject({ changed: 1, refused: 0 });
    expect(await read(KEEPER, id)).toMatchObject({ title: 'Both', publisher: 'Second' });
    await imports.undo(KEEPER, String(outcome.import));
    expect(await read(KEEPER, id)).toMatchObject({ title: 'Both', publisher: 'First' });
  });
});

it('[ARCH-02] an undo restores everything but a value that was merged into another since, and names its property', async () => {
  for (const [key, text] of [
    ['SHORE_TALK', 'Shore talk'],
    ['RIVER_TALK', 'River talk'],
  ])
    await record('LOVValue', `value ${key}`, { list: 'RES_LANGUAGES', key: key ?? '', t: { en: text ?? '' } });
  const id = await record('ArchiveEntry', 'Merged', { title: 'Songs of the shore', language: ['SHORE_TALK'] });
  const exported = await csvOf(id);
  const content = exported.replace('Songs of the shore', 'Songs of the river').replace('Shore talk', 'River talk');
  const { outcome } = await imports.import(ADMINISTRATOR, { content }, archive());
  expect(outcome.counts).toMatchObject({ changed: 1, refused: 0 });
  const merge = { list: 'RES_LANGUAGES', owner: world.own, from: 'SHORE_TALK', into: 'RIVER_TALK' };
  okOf(await world.ask(ADMINISTRATOR, 'act/mergeListValues/async', merge));
  await world.runJobs();
  const undone = await imports.undo(ADMINISTRATOR, String(outcome.import));
  expect(undone.outcome.kept).toMatchObject([{ id, message: 'import.notAccepted', paths: ['language'] }]);
  expect(await read(ADMINISTRATOR, id)).toMatchObject({ title: 'Songs of the shore', language: ['RIVER_TALK'] });
});
