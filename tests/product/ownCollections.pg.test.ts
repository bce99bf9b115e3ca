// Collections of their own: members create, change and delete them, keep them to themselves, and gather records in them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let open: ItemId;
let community: ItemId;
let closed: ItemId;

const one = async (type: string, mark: string, more: Body, level: Level = 'PUBLIC'): Promise<ItemId> =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';

const ok = <T>(answer: Answer): T => {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.ok as T;
};

const OWN = { title: 'Mine', collectionType: 'PERSONAL', $access: 'PRIVATE' };

const create = (actor: string, more: Body = {}): Promise<Answer> =>
  world.ask(actor, 'create/Collection', { ...OWN, owner: world.own, ...more });

const made = async (actor: string, more: Body = {}): Promise<ItemId> =>
  ok<{ readonly $id: ItemId }>(await create(actor, more)).$id;

const read = async (actor: string, id: ItemId): Promise<Body> => ok<Body>(await world.ask(actor, `read/${id}`));

const change = async (actor: string, id: ItemId, changes: Body): Promise<Answer> => {
  const { _u = 0 } = await read('administrator', id);
  return await world.ask(actor, 'update', { $id: id, _u, ...changes });
};

beforeAll(async () => {
  world = await openProductWorld();
  open = await one('ArchiveEntry', 'open', { title: 'Open' });
  community = await one('Lexeme', 'community', {}, 'COMMUNITY');
  closed = await one('ArchiveEntry', 'closed', { title: 'Closed' }, 'PRIVATE');
});
afterAll(() => world.stop());

describe('[COLL-01] [PERM-04] a collection of one’s own', () => {
  it('is created, changed and deleted by a member without the capability', async () => {
    const id = await made('member', { records: [open] });
    ok(await change('member', id, { title: 'Renamed', records: [community, open] }));
    expect(await read('member', id)).toMatchObject({ title: 'Renamed', records: [community, open] });
    const { _u = 0 } = await read('member', id);
    ok(await world.ask('member', `delete/${id}`, { _u }));
  });

  it.each([
    ['an exhibition', { collectionType: 'EXHIBIT' }],
    ['an archive collection', { collectionType: 'ARCHIVE' }],
    ['a research collection', { collectionType: 'RESEARCH' }],
    ['one that the community reads', { $access: 'COMMUNITY' }],
    ['a public one', { $access: 'PUBLIC' }],
    ['one with the defaults of the type', { collectionType: null, $access: null }],
  ])('is not %s, neither from the start nor later', async (_, other) => {
    const stated = Object.fromEntries(Object.entries({ ...OWN, ...other }).filter(([, value]) => value !== null));
    expect(await world.ask('member', 'create/Collection', { ...stated, owner: world.own })).toMatchObject({
      refused: 'notAllowed',
    });
    const id = await made('member');
    expect(await change('member', id, other)).toMatchObject({ refused: 'notAllowed' });
    expect(await read('member', id)).toMatchObject(OWN);
    ok(await create('capability holder', stated));
  });

  it('belongs to an organization of the member, also when it is moved', async () => {
    const other = await world.newItem({ type: 'Organization', level: 'PUBLIC', mark: 'other' });
    expect(await create('member', { owner: other })).toMatchObject({ refused: 'notAllowed' });
    const id = await made('member');
    expect(await change('member', id, { owner: other })).toMatchObject({ refused: 'notAllowed' });
    expect(await create('stranger')).not.toHaveProperty('ok');
    expect(await world.ask('visitor', 'create/Collection', { ...OWN, owner: world.own })).not.toHaveProperty('ok');
  });

  it('is neither read nor changed by another member', async () => {
    const id = await made('member');
    for (const actor of ['creator', 'stranger']) {
      expect(await world.ask(actor, `read/${id}`)).toMatchObject({ refused: 'notFound' });
      expect(await change(actor, id, { title: 'Taken' })).toMatchObject({ refused: 'notFound' });
    }
    // People who read private records of the organization read it, and do not change it.
    expect(await read('private reader', id)).toMatchObject({ title: 'Mine' });
    expect(await change('private reader', id, { title: 'Taken' })).toMatchObject({ refused: 'notAllowed' });
  });

  it('is offered to members: the session says that they may create a collection', async () => {
    const creatable = async (actor: string): Promise<boolean> => {
      const user = ok<{ readonly creatable: readonly string[] }>(await world.ask(actor, 'getSessionUser'));
      return user.creatable.includes('Collection');
    };
    expect(await creatable('member')).toBe(true);
  });
});

describe('[COLL-01] [PERM-01] gathered records', () => {
  it('are left out for a reader who may not see them, and stay in their place', async () => {
    const id = await made('private reader', { records: [closed, open, community] });
    ok(await change('administrator', id, { $access: 'COMMUNITY' }));
    expect((await read('private reader', id))['records']).toEqual([closed, open, community]);
    expect((await read('member', id))['records']).toEqual([open, community]);
  });

  it('cannot be named by a person who may not see them', async () => {
    expect(await create('member', { records: [closed] })).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/records/0', message: 'errors.relation' }] },
    });
  });

  it('find the collection for its readers only', async () => {
    const id = await made('member', { records: [open], title: 'Found' });
    const query = { must: { _t: ['Collection'], records: [open] } };
    const found = async (actor: string): Promise<readonly ItemId[]> =>
      ok<{ readonly ids: readonly ItemId[] }>(await world.ask(actor, 'search/ids', query)).ids;
    expect(await found('member')).toContain(id);
    expect(await found('creator')).not.toContain(id);
  });

  it('are of the types that the collection takes', async () => {
    const id = await made('member', { records: [open], constrainTypes: ['Lexeme'] }).catch(() => undefined);
    expect(id).toBeUndefined();
    const words = await made('member', { records: [community], constrainTypes: ['Lexeme'] });
    expect(await change('member', words, { records: [community, open] })).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/records/1', message: 'errors.otherTypesOnly' }] },
    });
  });
});
