// Reads the recent changes of home: an import or its undo is one line, as each reader may see it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [KEEPER, MEMBER, STRANGER] = ['capability holder', 'member', 'stranger'] as const;
const RECORDS = 1_200;

let world: ProductWorld;
const { save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const archive = () => ({ kind: 'ARC_CSV', owner: world.own });
const COLUMNS = [
  { column: 0, to: 'title' },
  { column: 1, to: '$access' },
];

const linesOf = async (actor: string, of: string): Promise<readonly Body[]> =>
  okOf(await world.ask(actor, 'act/recentChanges', { of }))['lines'] as unknown as readonly Body[];

const importedIn = (lines: readonly Body[]): Json[] => lines.flatMap(({ imported }) => imported ?? []);

describe('[EXPERIENCE] [ARCH-02] the list of recent changes', () => {
  it('shows an import as one line, and records that people change one by one', async () => {
    const rows = Array.from({ length: RECORDS }, (_, at) => `Record ${at},${at < 3 ? 'Private' : 'Community'}`);
    const content = `Title,Access\n${rows.join('\n')}\n`;
    const { outcome } = await imports.import(KEEPER, { content }, { ...archive(), columns: COLUMNS });
    const via = String(outcome.import);
    const [, , , edited = ''] = outcome.items;
    okOf(await save(KEEPER, edited, { title: 'Edited by hand' }));
    const line = { by: world.idOf(KEEPER), undone: false, type: 'ArchiveEntry', more: false };
    const own = await linesOf(KEEPER, 'own');
    expect(own[0]).toEqual({ id: edited });
    expect(importedIn(own)).toEqual([{ ...line, import: via, at: expect.any(String), count: RECORDS - 1 }]);
    // The member may not see the Import item and the private records.
    const others = await linesOf(MEMBER, 'others');
    expect(others[0]).toEqual({ id: edited });
    expect(importedIn(others)).toEqual([{ ...line, at: expect.any(String), count: RECORDS - 4 }]);
    expect(importedIn(await linesOf(STRANGER, 'others'))).toEqual([]);
    expect(importedIn(await linesOf(KEEPER, 'others'))).toEqual([]);
  });

  it('shows the undo of an import as one line', async () => {
    const ids = await world.add(
      ['first', 'second', 'third'].map((mark) => ({
        ...{ type: 'ArchiveEntry', level: 'COMMUNITY' as const, mark },
        more: { title: mark, owner: world.own },
      })),
    );
    const columns = [
      { column: 0, to: '$id' },
      { column: 1, to: 'title' },
    ];
    const content = `Id,Title\n${ids.map((id, at) => `${id},Renamed ${at}`).join('\n')}\n`;
    const { outcome } = await imports.import(KEEPER, { content }, { ...archive(), columns });
    const via = String(outcome.import);
    const line = { import: via, by: world.idOf(KEEPER), type: 'ArchiveEntry', count: 3, more: false };
    const [changed] = importedIn(await linesOf(KEEPER, 'all'));
    expect(changed).toEqual({ ...line, at: expect.any(String), undone: false });
    await imports.undo(KEEPER, via);
    const [undone] = importedIn(await linesOf(KEEPER, 'all'));
    expect(undone).toEqual({ ...line, at: expect.any(String), undone: true });
  });
});

it('[EXPERIENCE] [ADM-01] recent changes do not name an account that an administrator blocks', async () => {
  const more = { title: 'Changed by an administrator', owner: world.own };
  const [person = '', record = ''] = await world.add([
    { type: 'User', level: 'COMMUNITY', mark: 'blocked by an administrator', more: {} },
    { type: 'ArchiveEntry', level: 'COMMUNITY', mark: 'changed', more },
  ]);
  okOf(await save('administrator', record, { title: 'Changed before the block' }));
  okOf(await save('administrator', person, { blocked: true }));
  // The member may read both, so only the list of changes leaves the account out.
  expect(okOf(await world.ask(MEMBER, `read/${person}`))['$id']).toBe(person);
  for (const of of ['all', 'others']) {
    const answer = okOf(await world.ask(MEMBER, 'act/recentChanges', { of }));
    expect((answer['lines'] as readonly Body[])[0]).toEqual({ id: record });
    expect(JSON.stringify(answer)).not.toContain(person);
  }
});

describe('[NTFY-03] [ARCH-02] the timeline', () => {
  const eventsOf = async (actor: string, kind: string): Promise<readonly Body[]> => {
    const query = { must: { _t: ['Event'], kind: [kind] }, sort: [{ key: 'created', order: 'desc' }] };
    const ids = okOf(await world.ask(actor, 'search/ids', query))['ids'] as readonly string[];
    const found = okOf(await world.ask(actor, 'readMany/object', [...ids]));
    return ids.map((id) => found[id] as Body);
  };

  it('has one event for each import and each undo, with its organization, its person and the number of records', async () => {
    const before = (await eventsOf('owner administrator', 'bulkImported')).length;
    const content = 'Title\nFirst of a batch\nSecond of a batch\n';
    const { outcome } = await imports.import(KEEPER, { content }, archive());
    const imported = await eventsOf('owner administrator', 'bulkImported');
    expect(imported.length).toBe(before + 1);
    expect(imported[0]).toMatchObject({
      kind: 'bulkImported',
      context: world.own,
      count: 2,
      _c: { creator: world.idOf(KEEPER) },
    });
    expect(await eventsOf('visitor', 'bulkImported')).toEqual([]);
    await imports.undo(KEEPER, String(outcome.import));
    await expect
      .poll(async () => (await eventsOf('owner administrator', 'bulkUndone'))[0])
      .toMatchObject({ context: world.own, count: 2 });
    for (const id of outcome.items) {
      const created = { must: { _t: ['Event'], context: [id] } };
      expect(okOf(await world.ask('owner administrator', 'search/ids', created))['ids']).toEqual([]);
    }
  });
});
