// Typed texts through HTTP on the product's own records: similar words, restricted words, and suggestions.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import { registry } from 'src/generated/registry.server.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { okOf } from 'tests/product/productOperations.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';

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

const search = async (
  person: Parameters<ProductWorld['ask']>[0],
  text: string,
  more: Record<string, Json> = {},
): Promise<Record<string, Json>> =>
  okOf(
    await world.ask(person, 'search/ids', { must: { _t: ['ArchiveEntry'], text: [text] }, facets: ['type'], ...more }),
  );

it('[SRCH-01] a word with a typing error finds records with similar words, and the answer names it', async () => {
  expect(await search('stranger', 'quillfihs')).toMatchObject({
    ids: [ids['salmon']],
    replaced: [{ word: 'quillfihs', by: ['quillfish'] }],
  });
  const exact = await search('administrator', 'quillfish');
  expect(exact).toMatchObject({ ids: [ids['salmon']], total: 1 });
  expect(exact).not.toHaveProperty('replaced');
  expect(await search('stranger', 'ledger quillfihs')).toMatchObject({ ids: [], total: 0 });
});

it('[SRCH-01] finds a word of a text together with the year of a date, but no month or day', async () => {
  await create('dated', { title: 'Log of the Cormorant', date: '1948-05-27', yearPublished: '1951/1953' });
  await create('vague', { title: 'Cormorant chicks', date: '195X' });
  const found = async (text: string) => (await search('stranger', text))['ids'];
  expect(await found('cormorant 1948')).toEqual([ids['dated']]);
  expect(await found('1953 cormorant')).toEqual([ids['dated']]);
  for (const other of ['1949', '27', '05']) expect(await found(`cormorant ${other}`)).toEqual([]);
});

it('[SRCH-01] best match ranks a word with a typing error as the word that replaces it', async () => {
  const best = { sort: [{ key: 'match', order: 'desc' }], ranks: true };
  await create('titled', { title: 'Thistledown family papers' });
  await create('inTitle', { title: 'Papers of the Thistledown family' });
  await create('inText', { title: 'Mill accounts', description: 'Kept by Thistledown and sons' });
  const expected = ['titled', 'inTitle', 'inText'].map((name) => ids[name]);
  const right = await search('stranger', 'thistledown', best);
  expect(right).toMatchObject({ ids: expected });
  const { replaced, ...found } = await search('stranger', 'Thisledwon', best);
  expect(replaced).toEqual([{ word: 'thisledwon', by: ['thistledown'] }]);
  expect(found).toEqual(right);
  expect(await search('stranger', 'family thisledwon', best)).toMatchObject({
    ids: [ids['titled'], ids['inTitle']],
    ranks: (await search('stranger', 'family thistledown', best))['ranks'],
  });
});

it('[SRCH-01] best match ranks several similar words together, and names the most similar one first', async () => {
  const best = { sort: [{ key: 'match', order: 'desc' }] };
  await create('candles', { title: 'Sale of beeswax', description: 'Candlemakers met here' });
  await create('maker', { title: 'Candlemaker at work' });
  await create('taker', { title: 'Candletaker at the door' });
  expect(await search('stranger', 'candleraker work', best)).toMatchObject({ ids: [ids['maker']] });
  const found = await search('stranger', 'candleraker', best);
  expect(found).toMatchObject({ replaced: [{ word: 'candleraker', by: ['candlemaker', 'candletaker'] }], total: 3 });
  expect((found['ids'] as string[]).at(-1)).toBe(ids['candles']);
});

it('[SRCH-01] [PERM-01] a hidden record changes neither whether words are replaced nor what is found', async () => {
  // Only the hidden record has this word: a stranger is answered as if it did not exist.
  expect(await search('stranger', 'quillfosh')).toMatchObject({
    ids: [ids['salmon']],
    replaced: [{ word: 'quillfosh', by: ['quillfish'] }],
  });
  expect(await search('administrator', 'quillfosh')).toMatchObject({ ids: [ids['hidden']], total: 1 });
});

it('[SRCH-01] an exact value is found as a whole, and by its words', async () => {
  expect(await search('stranger', 'qx 77.45')).toMatchObject({ ids: [ids['other']] });
  expect(await search('stranger', 'qx 77')).toMatchObject({ total: 2 });
});

it('[SRCH-01] words in quotation marks follow each other, and words after a minus sign are excluded', async () => {
  expect(await search('stranger', '"ledger of the mill"')).toMatchObject({ ids: [ids['other']], total: 1 });
  expect(await search('stranger', '"mill of the ledger"')).toMatchObject({ total: 0 });
  expect(await search('stranger', '“of the” ledger')).toMatchObject({ total: 2 });
  expect(await search('stranger', 'ledger -mill')).toMatchObject({ ids: [ids['coded']], total: 1 });
  expect(await search('stranger', 'ledger -miller')).toMatchObject({ total: 2 });
  expect(await search('stranger', '"ledg"')).toMatchObject({ total: 0 });
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

it('[SRCH-01] while the worker has no texts, the database finds the same', async () => {
  const { database, items, readFilters, search: usual } = world.services;
  let sessions = 0;
  // The first session reads the columns, the second one the texts.
  const openSession: typeof database.openSession = () =>
    sessions++ === 0 ? database.openSession() : Promise.reject(new Error('held back'));
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const feed = createFeed({ database, log });
  const other = createSearch({
    ...{ registry, items, feed, clock: systemClock, startWorker, log },
    database: { ...database, openSession },
  });
  await other.ready();
  await other.textsRead();
  expect([other.hasTexts(), usual.hasTexts()]).toEqual([false, true]);
  expect(logged).toEqual(['the texts could not be read; searches find them in the database']);
  const visitor = await readFilters.readFilterFor(VISITOR);
  const typed = [
    'ledger',
    'ledg',
    'ledger -mill',
    '"of the mill"',
    '"the of"',
    'qx 77.45',
    'the smok',
    'qu -dried',
    '',
  ];
  for (const text of typed) {
    const asked = { must: { _t: ['ArchiveEntry'], text: [text] } };
    const [found, expected] = [await other.search(visitor, asked), await usual.search(visitor, asked)];
    expect({ text, ...found }).toEqual({ text, ...expected });
  }
  await feed.stop();
  await other.stop();
});
