// An export that was edited in a spreadsheet comes back as a change of its records, by id and version.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [KEEPER, OTHER] = ['capability holder', 'owner administrator'] as const;

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const archive = () => ({ kind: 'ARC_CSV', owner: world.own });

const entry = (mark: string, more: Readonly<Record<string, string>>): Promise<ItemId> =>
  world.newItem({ type: 'ArchiveEntry', level: 'COMMUNITY', mark, more: { title: mark, owner: world.own, ...more } });

const exportOf = (ids: readonly ItemId[]): Promise<string> =>
  world.exported(KEEPER, { query: { must: { _t: ['ArchiveEntry'], $id: [...ids] } }, format: 'csv' });

describe('[ARCH-02] an export that comes back', () => {
  it('changes nothing when nothing was edited', async () => {
    const ids = [
      await entry('=SUM(A1)', { creator: '-Dash', date: '1931-05', yearPublished: '1932~' }),
      await entry('Long', { description: 'x'.repeat(20_000), publisher: 'A; B' }),
    ];
    const { outcome } = await imports.check(KEEPER, { content: await exportOf(ids) }, archive());
    expect(outcome).toMatchObject({
      counts: { created: 0, changed: 0, unchanged: 2, refused: 0 },
      refused: [],
      changes: [],
    });
  });

  it('shows each changed cell before it is saved, and is undone as a whole', async () => {
    const id = await entry('Harbour plan', { publisher: 'Old Press', callNumber: 'H-1' });
    const content = (await exportOf([id])).replace('Old Press', 'New Press');
    const { outcome } = await imports.check(KEEPER, { content }, archive());
    expect(outcome.counts).toMatchObject({ changed: 1, refused: 0 });
    expect(outcome.changes).toMatchObject([
      { id, cells: [{ path: 'publisher', before: 'Old Press', after: 'New Press' }] },
    ]);
    expect((await read(KEEPER, id))['publisher']).toBe('Old Press');
    const done = await imports.import(KEEPER, { content }, archive());
    expect(await read(KEEPER, id)).toMatchObject({ publisher: 'New Press', callNumber: 'H-1', title: 'Harbour plan' });
    await imports.undo(KEEPER, String(done.outcome.import));
    expect((await read(KEEPER, id))['publisher']).toBe('Old Press');
  });

  it('merges what others saved meanwhile, and shows both values of a conflict', async () => {
    const [merged, conflict] = [
      await entry('Merged', { publisher: 'One', pages: '10' }),
      await entry('Conflict', { publisher: 'One' }),
    ];
    const content = (await exportOf([merged, conflict])).replaceAll('One', 'Mine');
    okOf(await save(KEEPER, merged, { pages: '12' }));
    okOf(await save(KEEPER, conflict, { publisher: 'Theirs' }));
    const { outcome } = await imports.import(KEEPER, { content }, archive());
    expect(outcome.counts).toMatchObject({ changed: 1, refused: 1 });
    expect(await read(KEEPER, merged)).toMatchObject({ publisher: 'Mine', pages: '12' });
    expect((await read(KEEPER, conflict))['publisher']).toBe('Theirs');
    expect(outcome.refused).toMatchObject([
      { message: 'import.conflict', value: 'Mine', params: { before: 'One', theirs: 'Theirs' } },
    ]);
    expect(outcome.changes.find(({ id }) => id === conflict)?.cells).toMatchObject([
      { path: 'publisher', before: 'One', after: 'Mine', theirs: 'Theirs' },
    ]);
  });

  it('keeps a value where the cell is empty, unless the person clears', async () => {
    const id = await entry('Cleared', { publisher: 'Gone' });
    const content = (await exportOf([id])).replace('Gone', '');
    expect((await imports.import(KEEPER, { content }, archive())).outcome.counts).toMatchObject({ unchanged: 1 });
    const cleared = await imports.import(KEEPER, { content }, { ...archive(), more: { empty: 'clear' } });
    expect(cleared.outcome.counts).toMatchObject({ changed: 1 });
    expect((await read(KEEPER, id))['publisher']).toBeUndefined();
    await imports.undo(KEEPER, String(cleared.outcome.import));
    expect((await read(KEEPER, id))['publisher']).toBe('Gone');
  });

  it('[PERM-01] is shown without records that the person may no longer read', async () => {
    const id = await entry('Hidden later', { publisher: 'Before' });
    const content = (await exportOf([id])).replace('Before', 'After');
    const { taskKey, outcome } = await imports.check(KEEPER, { content }, archive());
    expect(outcome.changes.length).toBe(1);
    await world.change(id, { $access: 'PRIVATE' });
    expect((await imports.outcomeOf(KEEPER, taskKey)).changes).toEqual([]);
  });

  it('refuses records that the person may not change', async () => {
    const id = await entry('Closed', { publisher: 'Keep' });
    const content = (await exportOf([id])).replace('Keep', 'Changed');
    const { outcome } = await imports.import(OTHER, { content }, archive());
    expect(outcome).toMatchObject({ counts: { changed: 0, refused: 1 }, refused: [{ message: 'errors.notAllowed' }] });
  });
});

describe('[ROUTE-09] an address of an earlier site', () => {
  it('leads to the record whose row names it, and only administrators may set one', async () => {
    const columns = [
      { column: 0, to: 'title' },
      { column: 1, to: '$legacyPath' },
    ];
    const content = 'Title,Address\nFerry log,/archive/node/77\n';
    const made = await imports.import('administrator', { content }, { ...archive(), columns });
    const answer = okOf(await world.ask(KEEPER, 'getLegacyPath', { alias: 'archive/node/77' }));
    expect(JSON.stringify(answer)).toContain(made.outcome.items[0]);
    const body = await imports.request(KEEPER, { content }, { ...archive(), columns });
    expect(await world.ask(KEEPER, 'act/runImport/async', body)).toMatchObject({ refused: 'invalid' });
  });
});
