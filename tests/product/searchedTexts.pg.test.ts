// Typed texts through HTTP on the product's own records: similar words, restricted words, and suggestions.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { okOf } from 'tests/product/productOperations.ts';

let world: ProductWorld;
const ids: Record<string, string> = {};

const create = async (name: string, values: Record<string, Json>): Promise<void> => {
  const entry = { owner: world.own, $access: 'PUBLIC', ...values };
  ids[name] = String(okOf(await world.ask('administrator', 'create/ArchiveEntry', entry))['$id']);
};

beforeAll(async () => {
  world = await openProductWorld();
  await create('salmon', { title: 'Smokehouse at the falls', description: 'How the quillfish was dried' });
  await create('hidden', { title: 'Weir of the quillfosh', $access: 'PRIVATE' });
  await create('coded', { title: 'Ledger of the store', callNumber: 'QX 77.4' });
  await create('other', { title: 'Ledger of the mill', callNumber: 'QX 77.45' });
  await world.services.search.textsRead();
});
afterAll(() => world.stop());

const search = async (person: Parameters<ProductWorld['ask']>[0], text: string): Promise<Record<string, Json>> =>
  okOf(await world.ask(person, 'search/ids', { must: { _t: ['ArchiveEntry'], text: [text] }, facets: ['type'] }));

it('[SRCH-01] a word with a typing error finds records with similar words, and the answer names it', async () => {
  expect(await search('stranger', 'quillfihs')).toMatchObject({ ids: [ids['salmon']], similar: ['quillfihs'] });
  const exact = await search('administrator', 'quillfish');
  expect(exact).toMatchObject({ ids: [ids['salmon']], total: 1 });
  expect(exact).not.toHaveProperty('similar');
  expect(await search('stranger', 'ledger quillfihs')).toMatchObject({ ids: [], total: 0 });
});

it('[SRCH-01] [PERM-01] a hidden record changes neither whether words are replaced nor what is found', async () => {
  // Only the hidden record has this word: a stranger is answered as if it did not exist.
  expect(await search('stranger', 'quillfosh')).toMatchObject({ ids: [ids['salmon']], similar: ['quillfosh'] });
  expect(await search('administrator', 'quillfosh')).toMatchObject({ ids: [ids['hidden']], total: 1 });
});

it('[SRCH-01] an exact value is found as a whole, and by its words', async () => {
  expect(await search('stranger', 'qx 77.45')).toMatchObject({ ids: [ids['other']] });
  expect(await search('stranger', 'qx 77')).toMatchObject({ total: 2 });
});

it('[SRCH-01] a change is found by its new words, and no longer by its former ones', async () => {
  await create('changed', { title: 'Umbrella of the warden' });
  const id = ids['changed'] ?? '';
  expect(await search('stranger', 'umbrella')).toMatchObject({ ids: [id] });
  const { _u } = okOf(await world.ask('administrator', `read/${id}`, null));
  okOf(await world.ask('administrator', 'update', { $id: id, _u: _u ?? 1, title: 'Parasol of the warden' }));
  expect(await search('stranger', 'umbrella')).toMatchObject({ total: 0 });
  expect(await search('stranger', 'parasol')).toMatchObject({ ids: [id] });
  okOf(await world.ask('administrator', 'update', { $id: id, _u: Number(_u ?? 1) + 1, $access: 'PRIVATE' }));
  expect(await search('stranger', 'parasol')).toMatchObject({ total: 0 });
});

it('[SRCH-01] suggestions forgive typing errors where nothing else is found, best match first', async () => {
  const suggested = async (text: string): Promise<unknown[]> =>
    ((await world.ask('stranger', 'suggest', { text, types: ['ArchiveEntry'] })) as { ok: { $id: string }[] }).ok.map(
      ({ $id }) => $id,
    );
  expect(await suggested('ledger of the st')).toEqual([ids['coded']]);
  expect(await suggested('smokehuose')).toEqual([ids['salmon']]);
  expect(await suggested('quillfosh')).toEqual([]);
});
