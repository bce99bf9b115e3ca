// `create` and the actions give the same answer for ids that the caller may not see and for ids that never existed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

const NEVER = 1_999_999_999;
type Body = Readonly<Record<string, Json>>;

let world: World;
const tokens: Record<string, string> = {};
let hiddenFile = '';
const idOf = (name: string): string => world.ids[name] ?? '';
const numberOf = (name: string): number => Number(idOf(name).split('-')[1]);

const ask = async (name: string, o: string, b?: Json): Promise<Envelope> => {
  const headers: Record<string, string> = tokens[name] === undefined ? {} : { authorization: `Bearer ${tokens[name]}` };
  return (await (
    await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) })
  ).json()) as Envelope;
};

/** Answers, without the ids that they repeat. */
const alike = async (
  name: string,
  o: (id: string) => string,
  [hidden, absent]: readonly [string, string],
  b: (id: string) => Json,
) => {
  const without = async (id: string): Promise<string> =>
    JSON.stringify(await ask(name, o(id), b(id))).replaceAll(id, 'ID');
  const answer = await without(hidden);
  expect(answer).toBe(await without(absent));
  expect(answer).toContain('"erred":true');
};

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  const { items, database } = world.services;
  const by = { at: new Date(), by: idOf('keeper'), actor: undefined };
  hiddenFile = await database.transaction(async (tx) => {
    const { id } = await items.insert(tx, 'Attachment', { originalName: 'a.png', rel: [idOf('PRIVATE')] }, by);
    return id;
  });
});
afterAll(() => world.stop());

describe('[PERM-01] create answers alike for hidden and absent', () => {
  const absent = (type: string): string => `${type}-${NEVER}`;
  const book = (more: Body): Body => ({ title: 'x', shelf: idOf('other'), ...more });

  it.each(['stranger', 'member', 'visitor'])('for %s', async (who) => {
    const books = [idOf('PRIVATE'), absent('Book')] as const;
    const files = [hiddenFile, absent('Attachment')] as const;
    const create = (type: string) => () => `create/${type}`;
    // An invented id, a related item, the item that a right depends on, and a file of a hidden item.
    await alike(who, create('Book'), books, ($id) => book({ $id }));
    await alike(who, create('Book'), books, (id) => book({ sequels: [id] }));
    await alike(who, create('Loan'), books, (id) => ({ book: id, borrower: idOf(who) || idOf('member') }));
    await alike(who, create('Book'), files, (id) => book({ files: [id] }));
    await alike(who, create('Attachment'), books, (id) => ({ originalName: 'x.png', rel: [id] }));
    await alike(who, create('Attachment'), files, ($id) => ({ $id, originalName: 'x.png' }));
  });
});

describe('[ITEM-05] an id of three parts names its item and nothing else', () => {
  const marked = (name: string): string => `${idOf(name)}-7`;
  const target = (name: string): Body => ({ _t: idOf(name).split('-')[0] ?? '', _i: numberOf(name) });

  it('in every operation that takes one', async () => {
    for (const o of ['read', 'label', 'readAllowed', 'history'])
      expect((await ask('keeper', `${o}/${marked('PUBLIC')}`)).b).toEqual(
        (await ask('keeper', `${o}/${idOf('PUBLIC')}`)).b,
      );
    const grantsFor = { Book: [marked('PUBLIC')] };
    expect(Object.keys((await ask('keeper', 'getGrantedBy', { grantsFor })).b as object)).toEqual([idOf('PUBLIC')]);
  });

  it('can be given no rights and lose none', async () => {
    const grant = (to: string): Promise<Envelope> =>
      ask('keeper', 'act/applyGrants', { ...target('PRIVATE'), grants: [{ to, actions: ['read'] }] });
    for (const to of [`user:${marked('member')}`, `user:${marked('keeper')}`, `owner:${marked('other')}:COMMUNITY`])
      expect(await grant(to)).toMatchObject({
        erred: true,
        b: { userMessage: 'invalid', params: { errors: [{ path: '/grants/0/to' }] } },
      });
    expect(await grant(`user:${idOf('member')}`)).toMatchObject({ b: {} });
    expect(await ask('member', `read/${idOf('PRIVATE')}`)).not.toHaveProperty('erred');
    await ask('keeper', 'act/revokeGrants', {
      ...target('PRIVATE'),
      grants: [{ to: `user:${idOf('member')}`, grantedBy: marked('keeper') }],
    });
    expect(await ask('member', `read/${idOf('PRIVATE')}`)).not.toHaveProperty('erred');
  });

  it('is, as the target of a masquerade, the person that it names', async () => {
    const { b } = await ask('admin', 'act/masquerade', { ...target('admin'), targetUserID: marked('member') });
    tokens['acting'] = (b as { newToken: string }).newToken;
    const made = await ask('acting', 'create/SavedSearch', {
      name: 'Mine',
      displayAs: 'LIST',
      criteria: { filters: [] },
    });
    expect(made).toMatchObject({ b: { _c: { creator: idOf('member') } } });
  });
});
