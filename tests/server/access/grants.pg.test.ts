import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyGrants, revokeGrants } from 'src/server/rules/grants.ts';
import { getGrantedBy } from 'src/server/rights/getGrantedByEndpoint.ts';
import { isAllowedEndpoint } from 'src/server/rights/isAllowedEndpoint.ts';
import { readEndpoint } from 'src/server/items/readEndpoint.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { ok, toyWorld, type Body, type Person, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import type { Subject } from 'src/model/access/Subject.ts';

describe('grants', () => {
  let world: ToyWorld;
  beforeAll(async () => {
    world = await toyWorld();
  });
  afterAll(() => world.stop());

  const book = (properties: Body = {}): Promise<StoredItem> =>
    world.seed('Book', { title: 'A book', shelf: world.shelf, $access: 'PROTECTED', ...properties });
  const give = (who: Person | Subject, id: string, to: string, ...actions: string[]) =>
    world.attempt(who, async (context) => {
      await applyGrants(context, id, [{ to, actions }]);
      return {};
    });
  const revoke = (who: Person, id: string, from: string, grantedBy: string) =>
    world.attempt(who, async (context) => {
      await revokeGrants(context, id, [{ to: from, grantedBy }]);
      return {};
    });
  const to = (who: Person): string => `user:${world.people[who].userId}`;
  const may = async (who: Person, id: string): Promise<string[]> =>
    Object.entries(
      ok(await world.run(who, isAllowedEndpoint, [], { id, actions: ['read', 'update', 'delete'] })),
    ).flatMap(([action, can]) => (can === true ? [action] : []));

  it('[PERM-02] open one item to one user, within the transaction, and say who granted it', async () => {
    const { id } = await book();
    expect(await may('community', id)).toEqual([]);
    ok(await give('librarian', id, to('community'), 'read', 'update'));
    expect(await may('community', id)).toEqual(['read', 'update']);
    const librarian = world.people.librarian.userId!;
    const grants = { [id]: { [librarian]: [`read:${to('community')}`, `update:${to('community')}`] } };
    for (const who of ['community', 'librarian', 'admin'] as const)
      expect(ok(await world.run(who, getGrantedBy, [], { grantsFor: { Book: [id] } }))).toEqual(grants);
    expect(
      ok(await world.run('private', getGrantedBy, [], { grantsFor: { Book: [Number(id.split('-')[1])] } })),
    ).toEqual({ [id]: {} });
    expect(ok(await world.run('outsider', getGrantedBy, [], { grantsFor: { Book: [id] } }))).toEqual({});
    ok(await give('librarian', id, to('community')));
    expect(await may('community', id)).toEqual([]);
  });

  it('reach as deep as they say, and no deeper', async () => {
    const { id } = await book({ $access: 'COMMUNITY', price: 5, privateNotes: 'n' });
    ok(await give('admin', id, to('outsider'), 'read'));
    expect(ok(await world.run('outsider', readEndpoint, [id]))).not.toHaveProperty('price');
    ok(await give('admin', id, to('outsider'), 'PROTECTED.read'));
    expect(ok(await world.run('outsider', readEndpoint, [id]))).toMatchObject({ price: 5 });
    expect(ok(await world.run('outsider', readEndpoint, [id]))).not.toHaveProperty('privateNotes');
    ok(await give('admin', id, to('outsider'), 'PRIVATE.read'));
    expect(ok(await world.run('outsider', readEndpoint, [id]))).toMatchObject({ price: 5, privateNotes: 'n' });
  });

  it('reach what takes its readers from the item', async () => {
    const parent = await book();
    const file = await world.seed('Attachment', { originalName: 'x', rel: parent.id });
    ok(await give('librarian', parent.id, to('outsider'), 'read'));
    expect(await may('outsider', file.id)).toEqual(['read']);
    ok(await give('librarian', parent.id, to('outsider')));
    expect(await may('outsider', file.id)).toEqual([]);
  });

  it('never go beyond the rights of who grants', async () => {
    const { id } = await book({ privateNotes: 'n' });
    expect(await give('librarian', id, to('community'), 'PRIVATE.read')).toEqual({ refused: 'notAllowed' });
    const active = await book({ state: 'ACTIVE' });
    expect(await give('owner', active.id, to('community'), 'update')).toEqual({ refused: 'notAllowed' });
    for (const who of ['private', 'protected'] as const)
      expect(await give(who, id, to('community'), 'read')).toEqual({ refused: 'notAllowed' });
    expect(await give('community', id, to('community'), 'read')).toEqual({ refused: 'notFound' });
    for (const all of ['everyone', 'signedIn', `cap:Library:${world.shelf}`])
      expect(await give('librarian', id, all, 'read')).toEqual({ refused: 'notAllowed' });
    expect(await may('community', id)).toEqual([]);
  });

  it("[PERM-02] are forced off for one's own User item, and while masquerading", async () => {
    const me = world.people.librarian.userId!;
    expect(await give('librarian', me, to('community'), 'read')).toEqual({ refused: 'notAllowed' });
    expect(await give('admin', world.people.admin.userId!, to('community'), 'read')).toEqual({ refused: 'notAllowed' });
    const { id } = await book();
    const masked = { ...world.people.librarian, actingAdminId: world.people.admin.userId };
    expect(await give(masked, id, to('community'), 'read')).toEqual({ refused: 'notAllowed' });
  });

  it('refuse words that mean nothing', async () => {
    const { id } = await book();
    for (const [who, action] of [
      ['user:nobody', 'read'],
      ['User-5', 'read'],
      [to('community'), 'fly'],
      [to('community'), 'PUBLIC.write'],
    ] as const) {
      expect(await give('admin', id, who, action)).toMatchObject({ refused: 'invalid' });
    }
  });

  it('are taken away by who gave them and by who administers the owner, not by who has them', async () => {
    const { id } = await book();
    const librarian = world.people.librarian.userId!;
    for (const who of ['librarian', 'owner', 'admin'] as const) {
      ok(await give('librarian', id, to('community'), 'read', 'update'));
      expect(await revoke('community', id, to('community'), librarian)).toEqual({ refused: 'notAllowed' });
      expect(await revoke('private', id, to('community'), librarian)).toEqual({ refused: 'notAllowed' });
      ok(await revoke(who, id, to('community'), librarian));
      expect(await may('community', id)).toEqual([]);
    }
  });
});
