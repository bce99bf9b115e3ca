// Rights to invite people on the product's own types: an owner's administrator learns nothing about accounts of others.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

describe('[AUTH-08] an invitation of a contact', () => {
  let world: ProductWorld;
  beforeAll(async () => {
    world = await openProductWorld();
  });
  afterAll(() => world.stop());

  const contactOf = async (email: string): Promise<ItemId> => {
    const person = { firstName: 'Somebody', lastName: email, email, _related: world.own };
    const created = await world.ask('administrator', 'create/Contact', person);
    return String((created as { readonly ok: Readonly<Record<string, Json>> }).ok['$id']);
  };
  const emailOf = async (actor: string): Promise<string> => {
    const read = await world.ask('administrator', `read/${world.idOf(actor)}`);
    return String((read as { readonly ok: Readonly<Record<string, Json>> }).ok['email']);
  };
  const invite = async (actor: string, contact: ItemId): Promise<Answer> =>
    world.ask(actor, 'act/invite', { _t: 'Contact', _i: Number(contact.split('-')[1]) });

  it('makes an account for who has none', async () => {
    const contact = await contactOf('new.person@example.org');
    expect(await invite('owner administrator', contact)).toMatchObject({ ok: { state: 'INVITED' } });
  });

  it('finds the account of a person that the caller looks after', async () => {
    const contact = await contactOf(await emailOf('member'));
    expect(await invite('owner administrator', contact)).toMatchObject({ ok: { user: world.idOf('member') } });
  });

  it.each(['stranger', 'administrator'])('says of the address of another, %s, only that it is taken', async (actor) => {
    const contact = await contactOf(await emailOf(actor));
    expect(await invite('owner administrator', contact)).toEqual({
      refused: 'invalid',
      params: { errors: [{ path: '/email', message: 'errors.addressTaken' }] },
    });
    expect(await world.ask('administrator', `read/${world.idOf(actor)}`)).not.toMatchObject({ ok: { contact } });
    expect(await invite('administrator', contact)).toMatchObject({ ok: { user: world.idOf(actor) } });
  });

  it.each(['administrator', 'owner administrator'])(
    '[PERM-02] links %s to a contact whose rights they cannot give away, and the question says the same as the action',
    async (actor) => {
      const invited = await contactOf(await emailOf(actor));
      expect(await invite('administrator', invited)).toMatchObject({ ok: { user: world.idOf(actor) } });
      const user = await world.ask('administrator', `read/${world.idOf(actor)}`);
      const own = String((user as { readonly ok: Readonly<Record<string, Json>> }).ok['contact']);
      expect(own).toMatch(/^Contact-/);
      const other = await contactOf(`${actor.replace(' ', '.')}.other@example.org`);
      const ids = [world.idOf(actor), own, other];
      const grants = [{ to: `user:${world.idOf('member')}`, actions: ['read'] }];
      const given = await Promise.all(
        ids.map((id) => {
          const [type = '', number] = id.split('-');
          return world.ask(actor, 'act/applyGrants', { _t: type, _i: Number(number), grants });
        }),
      );
      expect(given).toEqual([{ refused: 'notAllowed' }, { refused: 'notAllowed' }, { ok: {} }]);
      const asked = ids.map((id) => ({ id, actions: ['applyGrants'] }));
      expect(await world.ask(actor, 'isAllowed', asked)).toEqual({
        ok: Object.fromEntries(ids.map((id) => [id, { applyGrants: id === other }])),
      });
    },
  );
});
