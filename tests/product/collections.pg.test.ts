// Collections of the product: each reader finds their contents by that reader's own rights. Also the items that a collection accepts.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { membershipQuery } from 'src/model/query/membershipQuery.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
let collection: ItemId;
let wordsOnly: ItemId;
const entries: ItemId[] = [];

const one = async (type: string, mark: string, more: Readonly<Record<string, Json>>, level: Level = 'PUBLIC') =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';

const SEARCH = { screen: 'archive.catalogue', searchString: 'quillfern' };

beforeAll(async () => {
  world = await openProductWorld();
  collection = await one('Collection', 'gathered', { title: 'Gathered', membershipQuery: SEARCH, constrainTypes: [] });
  wordsOnly = await one('Collection', 'words', { title: 'Words', constrainTypes: ['Lexeme'] });
  for (const level of ['PUBLIC', 'COMMUNITY', 'PRIVATE'] as const)
    entries.push(await one('ArchiveEntry', level, { title: `Quillfern ${level}` }, level));
  await one('ArchiveEntry', 'other', { title: 'Another matter' });
});
afterAll(() => world.stop());

const ok = <Body>(answer: Answer): Body => {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.ok as Body;
};

it.each([
  ['visitor', 1],
  ['member', 2],
  ['private reader', 3],
  ['administrator', 3],
] as const)('[COLL-01] [PERM-01] the search of a collection finds for %s %i of three members', async (actor, count) => {
  const { membershipQuery: search, constrainTypes: types } = ok<Readonly<Record<string, Json>>>(
    await world.ask(actor, `read/${collection}`),
  );
  expect(search).toEqual(SEARCH);
  const query = membershipQuery(world.services.registry, { search, types }, { $id: '', readOrgs: [] });
  const { ids } = ok<{ readonly ids: readonly ItemId[] }>(
    await world.ask(actor, 'search/ids', query as unknown as Json),
  );
  expect(ids.toSorted()).toEqual(entries.slice(0, count).toSorted());
});

it('[COLL-01] a collection of some types takes no item of another, and keeps what it has', async () => {
  const put = async (collections: readonly ItemId[]): Promise<Answer> => {
    const { _u = 0 } = ok<Readonly<Record<string, Json>>>(await world.ask('administrator', `read/${entries[0] ?? ''}`));
    return await world.ask('administrator', 'update', { $id: entries[0] ?? '', _u, collections: [...collections] });
  };
  expect(await put([collection, wordsOnly])).toMatchObject({
    refused: 'invalid',
    params: { errors: [{ path: '/collections/1', message: 'errors.otherTypesOnly' }] },
  });
  ok(await put([collection]));
  const { _u = 0 } = ok<Readonly<Record<string, Json>>>(await world.ask('administrator', `read/${collection}`));
  ok(await world.ask('administrator', 'update', { $id: collection, _u, constrainTypes: ['Lexeme'] }));
  const { title = '' } = ok<Readonly<Record<string, Json>>>(
    await world.ask('administrator', `read/${entries[0] ?? ''}`),
  );
  expect(title).toContain('Quillfern');
  ok(await put([collection]));
  expect(
    await world.ask('administrator', 'create/ArchiveEntry', {
      title: 'Late',
      owner: world.own,
      collections: [collection],
    }),
  ).toMatchObject({ refused: 'invalid' });
});
