// Files of exhibits, found by the import that added the exhibits: a list of a museum creates belongings, people add papers to some of
// them, and a search over the relation of each file to its exhibit finds these papers.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const KEEPER = 'capability holder';
const LIST = ['Object number,Object name,Museum', 'K.7,Basket,Far Shore', 'K.8,Ladle,Far Shore'].join('\n');

let world: ProductWorld;
let exhibition: ItemId;
let via: ItemId;
const papers: ItemId[] = [];

const paper = (name: string): Promise<string> => uploadTo(world, { actor: KEEPER, name, content: `about ${name}` });

const change = async (id: ItemId, values: Readonly<Record<string, Json>>): Promise<Readonly<Record<string, Json>>> => {
  const { _u } = okOf(await world.ask(KEEPER, `read/${id}`));
  return okOf(await world.ask(KEEPER, 'update', { $id: id, _u: _u ?? 0, ...values }));
};

beforeAll(async () => {
  world = await openProductWorld();
  await world.newItem({
    ...{ type: 'Organization', level: 'PUBLIC', mark: 'museum' },
    more: { displayName: 'Far Shore', type: 'MUSEUM' },
  });
  const created = await world.ask(KEEPER, 'create/Collection', {
    ...{ title: 'Baskets', owner: world.own, collectionType: 'EXHIBIT', $access: 'COMMUNITY' },
    attachments: [await paper('wall text.txt')],
  });
  exhibition = String(okOf(created)['$id']);
});
afterAll(() => world.stop());

it('[BEL-01] [ARCH-02] the list of a museum names its import in the exhibits that it adds, and in no others', async () => {
  const { outcome } = await importsOf(() => world).import(
    KEEPER,
    { content: LIST },
    { kind: 'BEL_CSV', owner: world.own },
  );
  const [first = '', second = ''] = outcome.items;
  via = String(okOf(await world.ask(KEEPER, `read/${first}`))['addedVia']);
  for (const [at, id] of [first, second].entries()) {
    const { files } = await change(id, { files: [await paper(`K.${at}.txt`)], collections: [exhibition] });
    papers.push(String((files as readonly Json[])[0]));
  }
  await change(second, { $access: 'PRIVATE' });
  const other = okOf(
    await world.ask(KEEPER, 'create/Belonging', {
      ...{ title: 'Tray', owner: world.own, collections: [exhibition] },
      files: [await paper('tray.txt')],
    }),
  );
  expect(other['addedVia']).toBeUndefined();
  expect(via).toMatch(/^Import-\d+$/u);
});

const filesVia = async (actor: string, must: Readonly<Record<string, Json>> = {}): Promise<readonly string[]> => {
  const query = {
    must: { _t: ['Attachment'] },
    subs: { rel: { must: { _t: ['Belonging'], addedVia: [via], ...must } } },
  };
  return okOf(await world.ask(actor, 'search/ids', query))['ids'] as readonly string[];
};

it('[BEL-01] [COLL-01] the files of exhibits are found by the import that added the exhibits', async () => {
  expect((await filesVia('private reader')).toSorted()).toEqual(papers.toSorted());
  expect((await filesVia('private reader', { collections: [exhibition] })).toSorted()).toEqual(papers.toSorted());
});

it('[BEL-01] [PERM-01] the files of an exhibit are not found by people who may not see the exhibit or its import', async () => {
  // An import is PRIVATE, because its file can contain private rows.
  for (const actor of ['protected reader', 'member', 'stranger']) expect(await filesVia(actor)).toEqual([]);
});

it('[COLL-01] an exhibition has files of its own, such as wall texts', async () => {
  const { attachments } = okOf(await world.ask('member', `read/${exhibition}`));
  const [file = ''] = attachments as readonly ItemId[];
  expect(okOf(await world.ask('member', `read/${file}`))).toMatchObject({
    ...{ originalName: 'wall text.txt', rel: exhibition },
  });
});
