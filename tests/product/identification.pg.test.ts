// Identification sessions of the product: photographs become pictures of their own, and a picture that people recognise adds to a belonging.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const HOLDER = 'capability holder';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

let world: ProductWorld;
const { act, held, move, organizationOf, read, save } = operationsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const create = async (type: string, body: Body): Promise<ItemId> =>
  String(okOf(await world.ask(HOLDER, `create/${type}`, { owner: world.own, ...body }))['$id']);

/** A session of the level with photographs of these names, whose pictures are laid out. */
const begunSession = async (level: string, names: readonly string[]) => {
  const session = await create('IdentificationSession', { title: 'Drawer', date: '2026-05-01', $access: level });
  const photographs: ItemId[] = [];
  for (const originalName of names) photographs.push(await world.attach(session, { originalName, bytes: PNG }));
  await world.change(session, { photographs });
  okOf(await move(HOLDER, session, 'begin'));
  return { session, pictures: await held('Identification', 'session', session) };
};

it('[BEL-01] each photograph of a session becomes a picture with its own level, once', async () => {
  const { session, pictures } = await begunSession('COMMUNITY', ['basket.png', 'lid.png']);
  const laidOut = await Promise.all(pictures.map((id) => read(HOLDER, id)));
  expect(laidOut.map(({ title }) => String(title)).toSorted()).toEqual(['basket', 'lid']);
  for (const picture of laidOut)
    expect(picture).toMatchObject({ state: 'OPEN', $access: 'COMMUNITY', owner: world.own, session });
  expect(laidOut.every(({ picture }) => Array.isArray(picture) && picture.length === 1)).toBe(true);
  const more = await world.attach(session, { originalName: 'tray.png', bytes: PNG });
  const { photographs = [] } = await read(HOLDER, session);
  await world.change(session, { photographs: [...(photographs as Json[]), more] });
  okOf(await move(HOLDER, session, 'addPictures'));
  expect(await held('Identification', 'session', session)).toHaveLength(3);
  expect((await read(HOLDER, session))['pictureCount']).toBe(3);
});

it('[BEL-01] a recognized picture brings its name and its file to the belonging, and keeps its story', async () => {
  const { pictures } = await begunSession('COMMUNITY', ['basket.png']);
  const [picture = ''] = pictures;
  const belonging = await create('Belonging', { title: 'Basket' });
  expect(await move(HOLDER, picture, 'addToBelonging')).toMatchObject({ refused: expect.any(String) });
  // The dialog of the move asks for the belonging, which the person must be allowed to change.
  const foreign = await world.newItem({
    ...{ type: 'Belonging', level: 'PUBLIC', mark: 'foreign', more: { owner: await organizationOf('stranger') } },
  });
  const asked = { name: 'addToBelonging', props: { belonging: foreign } };
  expect(await act(HOLDER, 'transition', picture, asked)).toMatchObject({ refused: 'notAllowed' });
  expect((await read(HOLDER, picture))['belonging']).toBeUndefined();
  const told = { indigenousName: 'Mẽ̱lavo š̱i', literal: 'carries the sweet', story: 'Her aunt made it.' };
  okOf(await save(HOLDER, picture, { ...told, belonging }));
  okOf(await move(HOLDER, picture, 'addToBelonging'));
  const { images = [], indigenousNames, ...others } = await read(HOLDER, belonging);
  expect(indigenousNames).toEqual([{ name: 'Mẽ̱lavo š̱i', literal: 'carries the sweet' }]);
  expect(images).toHaveLength(1);
  expect(JSON.stringify(others)).not.toContain('aunt');
  const [image] = images as string[];
  expect((await world.get('member', `/attachment/${String(image)}`)).status).toBe(200);
  // A second time adds nothing.
  okOf(await move(HOLDER, picture, 'reopen'));
  okOf(await move(HOLDER, picture, 'addToBelonging'));
  const again = await read(HOLDER, belonging);
  expect([again['indigenousNames'], again['images']].map((list) => (list as Json[]).length)).toEqual([1, 1]);
});

it('[BEL-01] [PERM-01] a picture that some people must not see is hidden from them and is not added to a more open belonging', async () => {
  const { pictures } = await begunSession('COMMUNITY', ['rattle.png']);
  const [picture = ''] = pictures;
  const belonging = await create('Belonging', { title: 'Rattle' });
  await world.change(picture, { belonging, $access: 'PRIVATE', story: 'Not for children.' });
  for (const actor of ['visitor', 'member', 'protected reader', 'stranger'])
    expect('ok' in (await world.ask(actor, `read/${picture}`)), actor).toBe(false);
  expect((await read('private reader', picture))['story']).toBe('Not for children.');
  const moved = await act('administrator', 'transition', picture, { name: 'addToBelonging' });
  expect(moved).toMatchObject({
    refused: 'invalid',
    params: { errors: [{ path: '/belonging', message: 'errors.identification.moreOpen' }] },
  });
  expect((await read(HOLDER, belonging))['images'] ?? null).toBeNull();
});
