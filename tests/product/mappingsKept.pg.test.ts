// Tests that people find again, when they import, the mapping of the last import of their organization, the refused rows as a file and the
// list of all imports, and that people who may only change records edit them as a sheet.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [KEEPER, COLLEAGUE] = ['capability holder', 'creator'] as const;

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const archive = () => ({ kind: 'ARC_CSV', owner: world.own });
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

beforeAll(async () => {
  world = await openProductWorld();
  const memberships = [{ owner: world.own, reads: 'COMMUNITY', admin: false, capabilities: ['Archive', 'Belongings'] }];
  await world.change(world.idOf(COLLEAGUE), { memberships });
});
afterAll(() => world.stop());

it('[ARCH-02] the mapping of an import is suggested to all who import for the organization, for that kind only, without columns that were left out', async () => {
  const table = (title: string): string => lines('Item,House,Call number,Said in', `${title},Reed Press,C-1,Old talk`);
  const columns = [
    { column: 0, name: 'Item', to: 'title' },
    { column: 1, name: 'House', to: 'publisher' },
    { column: 2, name: 'Call number', to: '' },
    { column: 3, name: 'Said in', to: 'language', unknown: 'other' as const },
  ];
  const { outcome } = await imports.import(KEEPER, { content: table('First') }, { ...archive(), columns });
  expect(outcome.counts).toMatchObject({ created: 1, refused: 0 });
  const suggested = async (actor: string, options: { readonly kind: string; readonly owner: ItemId }) => {
    const key = await imports.upload(actor, { content: table('Second') });
    const { mapping, saved } = await imports.readSheet(actor, key, options);
    return { mapping, saved };
  };
  for (const actor of [KEEPER, COLLEAGUE])
    expect([actor, await suggested(actor, archive())]).toEqual([
      actor,
      { mapping: columns.filter(({ to }) => to !== ''), saved: true },
    ]);
  const belongings = await suggested(KEEPER, { kind: 'BEL_CSV', owner: world.own });
  expect(belongings.saved).toBe(false);
  // People of other organizations, and of the same one without the right, get suggestions by the headings only.
  for (const actor of ['stranger', 'member']) expect((await suggested(actor, archive())).saved).toBe(false);
});

it('[ARCH-02] a check shows twenty records, and its refused rows are a file that is corrected and imported', async () => {
  const good = Array.from({ length: 30 }, (_, at) => `Chart ${at},R-${at},1931-05-02`);
  const content = lines(
    'Title,Call-Number,Document date',
    ...good,
    '=1+1,007,03/04/1910',
    '"Two, ""lines""",1E5,someday',
  );
  const { taskKey, outcome } = await imports.check(KEEPER, { content }, archive());
  expect(outcome.counts).toMatchObject({ created: 30, refused: 2 });
  expect(outcome.preview).toHaveLength(20);
  const bytes = await (await world.get(KEEPER, `/task-result/${taskKey}`)).arrayBuffer();
  const file = Buffer.from(bytes).toString('utf8');
  const rows: readonly Record<string, string>[] = parse(file, { bom: true, columns: true });
  expect(rows.map((row) => [row['Title'], row['Call-Number']])).toEqual([
    ["'=1+1", '007'],
    ['Two, "lines"', '1E5'],
  ]);
  const corrected = file.replace('03/04/1910', '1910-04-03').replace('someday', '1911');
  const again = await imports.import(KEEPER, { name: 'refused-rows.csv', content: corrected }, archive());
  expect(again.outcome.counts).toMatchObject({ created: 2, refused: 0 });
  const made = await Promise.all(again.outcome.items.map((id) => read(KEEPER, id)));
  expect(made).toMatchObject([
    { title: '=1+1', callNumber: '007', date: '1910-04-03' },
    { title: 'Two, "lines"', callNumber: '1E5', date: '1911' },
  ]);
  for (const item of made) expect(JSON.stringify(item)).not.toMatch(/ambiguous|someday|several days/iu);
});

it('[ARCH-01] [ARCH-02] the list of imports has those of every kind, the last one first, with who made them and what they did', async () => {
  const tables: readonly (readonly [string, string])[] = [
    ['BEL_CSV', lines('Object name', 'Tray')],
    ['RES_TOPICS', lines('Title', 'Tides')],
    ['VOC_WORDS', lines('Word,Language', 'tsaa,')],
    ['ORGANIZATION', lines('displayName,type', 'Reed House,MUSEUM')],
    ['SPL_PLACES', lines('Name,Lat,Long', 'Pier,50.5,-139.25')],
  ];
  const via: string[] = [];
  // Organizations belong to none, and so does their import, which only its author and administrators read.
  const ofOwner: string[] = [];
  for (const [kind, content] of tables) {
    const { outcome } = await imports.import('administrator', { content }, { kind, owner: world.own });
    expect([kind, outcome.counts.created, outcome.refused]).toEqual([kind, 1, []]);
    via.unshift(String(outcome.import));
    if (kind !== 'ORGANIZATION') ofOwner.unshift(String(outcome.import));
  }
  const { types = [], sort = [] } = registry.screens.find(({ path }) => path === 'archive.imports')?.search ?? {};
  const query = { must: { _t: types }, sort, max: 100 } as unknown as Json;
  const listed = async (actor: string): Promise<Json | undefined> =>
    okOf(await world.ask(actor, 'search/ids', query))['ids'];
  const found = (await listed('owner administrator')) as string[];
  expect(found.filter((id) => via.includes(id))).toEqual(ofOwner);
  expect(((await listed('administrator')) as Json[]).slice(0, via.length)).toEqual(via);
  expect(await read('owner administrator', via[0] ?? '')).toMatchObject({
    ...{ kind: tables.at(-1)?.[0], added: 1, refused: 0, state: 'DONE', createdBy: world.idOf('administrator') },
  });
  expect(await listed('stranger')).toEqual([]);
});

it('[ARCH-02] [PERM-01] people who may change records, but add none, edit a list as a sheet and take it back', async () => {
  const reader = 'protected reader';
  const contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'sheet' },
    more: { firstName: 'Ida', lastName: 'Fern', _related: world.own },
  });
  const kindsOf = async (actor: string): Promise<readonly string[]> => {
    const { kinds } = okOf(await world.ask(actor, 'act/importKinds', {}));
    return (kinds as readonly { readonly kind: string }[]).map(({ kind }) => kind);
  };
  expect(await kindsOf(reader)).toContain('ORG_CONTACTS');
  expect(await kindsOf(reader)).not.toContain('ACCOUNTS');
  expect(await kindsOf('member')).not.toContain('ORG_CONTACTS');
  const sessionUser = async (actor: string) => okOf(await world.ask(actor, 'getSessionUser'));
  const { importable, creatable } = await sessionUser(reader);
  expect([creatable, importable]).toEqual([
    expect.not.arrayContaining(['Contact']),
    expect.arrayContaining(['Contact', 'Meeting']),
  ]);
  for (const type of ['LOVValue', 'User', 'SavedSearch', 'Attachment']) expect(importable).not.toContain(type);

  const exported = await world.exported(reader, { format: 'csv', ids: [contact], relationIds: true });
  const content = exported.replaceAll('Fern', 'Fernleaf');
  const options = { kind: 'ORG_CONTACTS' };
  const { outcome } = await imports.import(reader, { content }, options);
  expect(outcome).toMatchObject({ counts: { created: 0, changed: 1, refused: 0 }, refused: [] });
  expect((await read(reader, contact))['lastName']).toBe('Fernleaf');
  await imports.undo(reader, String(outcome.import));
  expect((await read(reader, contact))['lastName']).toBe('Fern');
  const added = await imports.request(reader, { content: lines('firstName,lastName', 'New,Person') }, options);
  expect(await world.ask(reader, 'act/runImport/async', added)).toMatchObject({ refused: 'notAllowed' });
});
