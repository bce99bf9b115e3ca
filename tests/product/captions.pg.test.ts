// Rights on captions of attached files, on the product's own types and over the socket: people who may change the item may change the
// caption, and nothing else of the file, while they have that right.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const EDITOR = 'capability holder';
const READER = 'member';
const BYTES = Buffer.from('a picture');

let world: ProductWorld;
const sockets = new Map<string, TestSocket>();
let entry: ItemId = '';
let file: ItemId = '';
let count = 0;

beforeAll(async () => {
  world = await openProductWorld();
  for (const actor of [EDITOR, READER, 'creator', 'stranger', 'administrator'])
    sockets.set(actor, await world.socket(actor));
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await world.stop();
});

const add = async (level: 'COMMUNITY' | 'PRIVATE'): Promise<ItemId> => {
  count += 1;
  return (await world.add([{ type: 'ArchiveEntry', level, mark: `captions ${count}` }]))[0] ?? '';
};
beforeEach(async () => {
  entry = await add('COMMUNITY');
  file = await world.attach(entry, { originalName: 'a.png', bytes: BYTES });
});

type Body = Record<string, Json>;
/** The answer, or the key of the refusal. */
const ask = async (actor: string, o: string, b?: Json): Promise<Body | string> => {
  const answer = await sockets.get(actor)!.ask(o, b);
  return answer.erred ? String((answer.b as Body)['userMessage']) : ((answer.b ?? {}) as Body);
};
const read = async (id: ItemId): Promise<Body> => (await ask('administrator', `read/${id}`)) as Body;
const change = async (actor: string, id: ItemId, changes: Body): Promise<Body | string> => {
  const { _u = 1 } = await read(id);
  return ask(actor, 'update', { $id: id, _u, ...changes });
};
const may = async (actor: string, id: ItemId): Promise<Json | undefined> =>
  ((await ask(actor, 'isAllowed', { id, actions: ['update'] })) as Body)['update'];
const target = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const grant = (actor: string, id: ItemId, to: string, actions: readonly string[]): Promise<Body | string> =>
  ask(actor, 'act/applyGrants', { ...target(id), grants: [{ to: `user:${world.idOf(to)}`, actions: [...actions] }] });

describe('[FILE-01] the caption of a saved file', () => {
  it('is changed by who may change the item, and by its maker; not by who only reads it', async () => {
    expect(await may(EDITOR, file)).toBe(true);
    expect(await change(EDITOR, file, { caption: 'Spring camp' })).toMatchObject({ $id: file });
    expect((await read(file))['caption']).toBe('Spring camp');
    expect(await change('creator', file, { caption: 'By its maker' })).toMatchObject({ $id: file });
    expect(await may(READER, file)).toBe(false);
    expect(await change(READER, file, { caption: 'x' })).toBe('notAllowed');
    expect(await change('stranger', file, { caption: 'x' })).toBe('notFound');
    expect((await read(file))['caption']).toBe('By its maker');
  });

  it('is all of the file that an editor of the item may change', async () => {
    const before = await read(file);
    for (const [name, value] of Object.entries({
      originalName: 'b.png',
      trashed: true,
      rel: await add('COMMUNITY'),
      fileID: 'x',
      filetype: 'text/html',
      size: 1,
      $hideNotify: true,
    }))
      expect({ name, answer: await change(EDITOR, file, { [name]: value, caption: 'x' }) }).toEqual({
        name,
        answer: expect.stringMatching(/^(notAllowed|invalid)$/) as unknown,
      });
    expect(await ask(EDITOR, `delete/${file}`, { _u: 1 })).toBe('notAllowed');
    expect(await read(file)).toEqual(before);
  });

  it('[PERM-05] follows a right on the item that is given and taken away, at once; such a right is not given on', async () => {
    expect(await grant(EDITOR, entry, READER, ['update'])).toEqual({});
    expect(await change(READER, file, { caption: 'By a favour' })).toMatchObject({ $id: file });
    expect(await grant(READER, file, 'stranger', ['read', 'update'])).toBe('notAllowed');
    expect(await grant(EDITOR, entry, READER, [])).toEqual({});
    expect(await may(READER, file)).toBe(false);
    expect(await change(READER, file, { caption: 'x' })).toBe('notAllowed');
    expect((await read(file))['caption']).toBe('By a favour');
  });

  it('is restricted with the item: a person who no longer sees the item does not find the file', async () => {
    await world.change(entry, { $access: 'PRIVATE' });
    expect(await change(EDITOR, file, { caption: 'x' })).toBe('notFound');
    expect(await change('creator', file, { caption: 'still its maker' })).toMatchObject({ $id: file });
  });

  it('stays closed where the file hangs on a stricter item, though an open one names it', async () => {
    const strict = await add('PRIVATE');
    const hidden = await world.attach(strict, { originalName: 'hidden.png', bytes: BYTES });
    await world.change(entry, { attachments: [file, hidden] });
    expect(await change(EDITOR, entry, { title: 'Mine to change' })).toMatchObject({ $id: entry });
    expect(await change(EDITOR, hidden, { caption: 'x' })).toBe('notFound');
    // Readable through a grant, but its item is not.
    await ask('administrator', 'act/applyGrants', {
      ...target(hidden),
      grants: [{ to: `user:${world.idOf(EDITOR)}`, actions: ['read'] }],
    });
    expect(await change(EDITOR, hidden, { caption: 'x' })).toBe('notAllowed');
  });

  it('[PERM-01] is asked about for many files at once, each by its own item', async () => {
    const strict = await add('PRIVATE');
    const others = await Promise.all(
      [entry, strict].map((id, at) => world.attach(id, { originalName: `${at}.png`, bytes: BYTES })),
    );
    const ids = [file, ...others];
    const asked = ids.map((id) => ({ id, actions: ['read', 'update'] }));
    expect(await ask(EDITOR, 'isAllowed', asked)).toEqual({
      [ids[0]!]: { read: true, update: true },
      [ids[1]!]: { read: true, update: true },
      [ids[2]!]: { read: false, update: false },
    });
  });
});
