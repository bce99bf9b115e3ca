// A person who may not add contacts asks an administrator for one, who accepts by one action.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
const { move, read, save } = operationsOf(() => world);

const requested = (as: string, values: Body): Promise<Answer> => world.ask(as, 'create/ContactRequest', values);
/** The person who asks belongs to no organization. */
const asked = async (values: Body): Promise<ItemId> => String(okOf(await requested('stranger', values))['$id']);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

it('[ORG-01] [PERM-04] an administrator accepts a request for a contact of an organization, and no other person does', async () => {
  const request = await asked({
    ...{ personName: ' Zed  van Newman ', email: 'zed@newman.test', phone: '+12505550100', organization: world.own },
  });
  for (const actor of ['stranger', 'owner administrator'])
    expect(await move(actor, request, 'add')).toMatchObject({ refused: expect.any(String) });
  okOf(await move('administrator', request, 'add'));
  const { state, contact } = await read('stranger', request);
  expect(state).toBe('ADDED');
  expect(await read('administrator', String(contact))).toMatchObject({
    ...{ firstName: 'Zed van', lastName: 'Newman', email: 'zed@newman.test', officePhone: '+12505550100' },
    _related: world.own,
  });
  expect(await read('stranger', String(contact))).toMatchObject({ lastName: 'Newman' });
  expect(await move('administrator', request, 'add')).toMatchObject({ refused: expect.any(String) });
  expect(await save('stranger', request, { personName: 'Other Name' })).toMatchObject({ refused: 'notAllowed' });
});

it('[ORG-01] a request can name a new organization, with or without a person', async () => {
  const request = await asked({ organizationName: 'Northern Ferries', organizationType: 'INDUSTRY' });
  okOf(await move('administrator', request, 'add'));
  const { organization, contact } = await read('administrator', request);
  expect(contact).toBeUndefined();
  expect(await read('administrator', String(organization))).toMatchObject({
    ...{ displayName: 'Northern Ferries', type: 'INDUSTRY' },
  });
});

it('[ORG-01] [ERR-01] a request without an organization or with half of a name says what is missing', async () => {
  expect(JSON.stringify(await requested('member', { personName: 'Zed Newman' }))).toContain(
    '"message":"errors.contactRequest.organization"',
  );
  expect(JSON.stringify(await requested('member', { personName: 'Zed', organizationName: 'A' }))).toContain(
    '"message":"errors.contactRequest.names"',
  );
  expect(await world.ask('member', 'create/Contact', { firstName: 'A', lastName: 'B', _related: world.own })).toEqual({
    refused: 'notAllowed',
  });
});
