// Rights of organizations: an administrator of the site gives them, their own administrators give only these to people, and people lose a
// right together with their organization.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { migrateEarlier } from 'tests/product/migrateEarlier.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
let works: ItemId;
const { save, read } = operationsOf(() => world);

const organization = async (displayName: string, type: string, capabilities?: readonly string[]): Promise<ItemId> => {
  const body = { displayName, type, ...(capabilities && { capabilities: [...capabilities] }) };
  return String(okOf(await world.ask('administrator', 'create/Organization', body))['$id']);
};
const give = (as: string, person: string, owner: ItemId, capabilities: readonly string[]): Promise<Answer> => {
  const rights = { reads: 'COMMUNITY', admin: false, capabilities: [...capabilities] };
  return world.ask(as, 'act/setMembership', { ...targetOf(world.idOf(person)), owner, rights });
};
const givable = async (owner: ItemId): Promise<Json | undefined> => {
  const { may } = okOf(await world.ask('administrator', 'act/peopleRights', { owner }));
  return (may as Body)['capabilities'];
};
const rightsIn = async (person: string, owner: ItemId): Promise<Json | undefined> => {
  const { memberships } = await read('administrator', world.idOf(person));
  return (memberships as readonly Body[]).find((each) => each['owner'] === owner)?.['capabilities'];
};

beforeAll(async () => {
  world = await openProductWorld();
  works = await organization('A works', 'INDUSTRY', ['Archive', 'Research']);
});
afterAll(() => world.stop());

describe('[ADM-01] [PERM-04] the rights of an organization', () => {
  it('are all that its people are offered and can be given', async () => {
    expect(await givable(works)).toEqual(['Archive', 'Research']);
    expect(await give('administrator', 'member', works, ['Archive'])).toEqual({ ok: {} });
    const refused = JSON.stringify(await give('administrator', 'member', works, ['Archive', 'Vocab']));
    expect(refused).toContain('errors.capabilityOwner');
    expect(await givable(await organization('A new one', 'COMMUNITY'))).toEqual([]);
  });

  it('are changed only by administrators of the site', async () => {
    await world.change(world.own, { type: 'COMMUNITY', capabilities: ['Archive'] });
    expect(await save('owner administrator', world.own, { capabilities: ['Archive', 'Vocab'] })).toEqual({
      refused: 'notAllowed',
    });
    expect(await save('administrator', world.own, { capabilities: ['Archive', 'Vocab'] })).toHaveProperty('ok');
    expect(JSON.stringify(await save('administrator', world.own, { capabilities: ['Nothing'] }))).toContain(
      'errors.unknownRight',
    );
  });

  it('do not include field data, except in a community', async () => {
    const refused = JSON.stringify(await save('administrator', works, { capabilities: ['GeoKeeper'] }));
    expect(refused).toContain('{"path":"/capabilities/0","message":"errors.capabilityOwner"}');
    expect(await save('administrator', world.own, { capabilities: ['Archive', 'GeoKeeper'] })).toHaveProperty('ok');
    expect(await givable(world.own)).toContain('GeoKeeper');
  });

  it('end for its people, at once, when the organization loses them', async () => {
    await save('administrator', works, { capabilities: ['Archive', 'Research'] });
    okOf(await give('administrator', 'member', works, ['Archive', 'Research']));
    const entry = { title: 'A letter', owner: works };
    expect(await world.ask('member', 'create/ArchiveEntry', entry)).toHaveProperty('ok');
    okOf(await save('administrator', works, { capabilities: ['Research'] }));
    expect(await rightsIn('member', works)).toEqual(['Research']);
    expect(await world.ask('member', 'create/ArchiveEntry', entry)).toEqual({ refused: 'notAllowed' });
  });

  it('are listed for administrators of the site, with what each can have and how many people have it', async () => {
    okOf(await give('administrator', 'member', works, ['Research']));
    const answer = okOf(await world.ask('administrator', 'act/ownerRights', {}));
    const found = (answer['owners'] as readonly Body[]).find(({ $id }) => $id === works);
    expect(found).toMatchObject({ name: 'A works', held: ['Research'], people: { Research: 1 } });
    expect(found?.['possible']).toContain('Vocab');
    expect(found?.['possible']).not.toContain('GeoKeeper');
    for (const actor of ['visitor', 'member', 'owner administrator'])
      expect(await world.ask(actor, 'act/ownerRights', {})).toHaveProperty('refused');
  });

  it('are not shown to people who do not belong to it', async () => {
    expect(await read('stranger', works)).not.toHaveProperty('capabilities');
    expect(await read('owner administrator', world.own)).toHaveProperty('capabilities');
  });
});

describe('[ADM-01] an organization that an earlier version stored', () => {
  it('gets the rights that its people have in it', async () => {
    await world.change(works, { capabilities: null });
    await world.change(world.idOf('member'), {
      memberships: [
        { owner: works, reads: 'COMMUNITY', admin: false, capabilities: ['Vocab', 'Archive'] },
        { owner: world.own, reads: 'COMMUNITY', admin: false, capabilities: ['Lovs'] },
      ],
    });
    await migrateEarlier(world, ['Organization']);
    expect(await read('administrator', works)).toMatchObject({ capabilities: ['Archive', 'Vocab'] });
  });
});
