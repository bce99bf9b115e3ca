// A letter reveals nothing to people who may not read it, neither by its files nor by the work of the server.

import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf } from 'tests/product/productOperations.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const { add, act, read, move, change, ready, send } = letters;

it('[PERM-01] [WF-02] a letter contains no file of another owner, and a file reveals no letter', async () => {
  const theirs = await letters.world.attach(letters.consultation, {
    originalName: 'plan.png',
    bytes: Buffer.from('the plan'),
  });
  const entry = await add('ArchiveEntry', { owner: letters.world.own });
  const ours = await letters.world.attach(entry, { originalName: 'photo.png', bytes: Buffer.from('the photo') });
  const id = await ready();
  await change(id, { attachments: [theirs, ours] });
  const asked = async (actor: string, file: ItemId): Promise<string> =>
    JSON.stringify(await letters.world.ask(actor, 'update', { $id: file, _u: 1, caption: actor }));
  const [before, hidden] = [await asked('member', theirs), await asked('member', ours)];
  expect([before, hidden].join()).not.toContain('fixedFile');
  okOf(await move(STAFF, id, 'approve'));
  expect(await letters.world.ask('creator', `read/${id}`)).toEqual({ refused: 'notFound' });
  expect(await asked('member', theirs)).toBe(before);
  expect(await asked('member', ours)).toBe(hidden);
  expect(await asked('creator', ours)).toBe(JSON.stringify({ refused: 'notAllowed' }));
  expect(await asked(STAFF, ours)).toContain('fixedFile');
  okOf(await letters.world.ask('creator', 'update', { $id: theirs, _u: 1, caption: 'North' }));
  okOf(await letters.world.ask('creator', `delete/${theirs}`, { _u: 2 }));
  // The letter is sent with the approved file, also if its source changes.
  const [copy, own] = (await read(id))['attachments'] as readonly ItemId[];
  expect(own).toBe(ours);
  expect(copy).not.toBe(theirs);
  expect(await (await letters.fileOf(STAFF, copy)).text()).toBe('the plan');
  await send(id, 'POST');
  expect(await read(id)).toMatchObject({ state: 'SENT' });
  const sentAs = (await read(id))['sentAs'] as readonly { readonly name: string }[];
  expect(sentAs.map(({ name }) => name)).toEqual(expect.arrayContaining(['plan.png', 'photo.png']));
});

/** The statements about items that the server sends while it works. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const sent = spy.mock.calls.map(([statement]) => (statement as unknown as { readonly text: string }).text);
  spy.mockRestore();
  return sent.filter((text) => /\bitem_\d/.test(text)).sort();
};

it('[PERM-01] who tries to change a hidden letter or response makes the server do no more than for one that is not there', async () => {
  const letter = await ready();
  for (const id of [letter, letters.response]) {
    const absent = `${id.split('-')[0] ?? ''}-1999999999`;
    const tries: Readonly<Record<string, (each: ItemId) => Promise<Answer>>> = {
      update: (each) => letters.world.ask('member', 'update', { $id: each, _u: 1, summary: 'x' }),
      delete: (each) => letters.world.ask('member', `delete/${each}`, { _u: 1 }),
      transition: (each) => act('member', 'transition', each, { name: 'approve', u: 1 }),
    };
    for (const [name, work] of Object.entries(tries)) {
      const ofHidden = await statementsOf(() => work(id));
      expect(ofHidden.length, name).toBeGreaterThan(0);
      expect(ofHidden, name).toEqual(await statementsOf(() => work(absent)));
    }
  }
});
