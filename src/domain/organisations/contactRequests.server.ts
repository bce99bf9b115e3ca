// Requests to add a contact. An administrator accepts one by a transition, which creates the contact, and its organization if it is new.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import {
  inNameOf,
  insertItem,
  writeItem,
  type RunEffect,
  type ValidateRule,
  type WritingContext,
} from 'src/server/extend.ts';

const trimmedAt = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim().replaceAll(/\s+/gu, ' ') : '';
};

/** Returns the given and the family name; undefined for a single word. The last word is the family name. */
const splitName = (name: string): readonly [first: string, last: string] | undefined => {
  const at = name.lastIndexOf(' ');
  return at < 0 ? undefined : [name.slice(0, at), name.slice(at + 1)];
};

/** A request names an organization, and a person by given and family name, or no person. */
export const contactRequestRules: ValidateRule = (values) => {
  const errors: InvalidEntry[] = [];
  const person = trimmedAt(values, 'personName');
  const hasOrganization = isItemId(values['organization']) || trimmedAt(values, 'organizationName') !== '';
  if (!hasOrganization) errors.push({ path: '/organization', message: 'errors.contactRequest.organization' });
  if (person === '' && isItemId(values['organization']))
    errors.push({ path: '/personName', message: 'errors.required' });
  if (person !== '' && !splitName(person)) errors.push({ path: '/personName', message: 'errors.contactRequest.names' });
  return Promise.resolve(errors);
};

const organizationFor = async (context: WritingContext, values: Values): Promise<ItemId> => {
  const { organization, organizationType = 'OTHER' } = values;
  if (isItemId(organization)) return organization;
  const displayName = trimmedAt(values, 'organizationName');
  return (await insertItem(context, 'Organization', { displayName, type: organizationType })).id;
};

/** Creates the contact in the name of the person who asked, so that this person can read it, and names it and its organization in the request. */
export const addAskedContact: RunEffect = async (context, { item }) => {
  const request = await context.services.items.find(context.tx, item.id, true);
  if (!request) return;
  const { email, phone } = request.properties;
  const asking = inNameOf(context, request.creator);
  const organization = await organizationFor(asking, request.properties);
  const [firstName, lastName] = splitName(trimmedAt(request.properties, 'personName')) ?? [];
  const contact =
    firstName === undefined || lastName === undefined
      ? undefined
      : await insertItem(asking, 'Contact', {
          ...{ firstName, lastName, _related: organization },
          ...(email !== undefined && { email }),
          ...(phone !== undefined && { officePhone: phone }),
        });
  await writeItem(context, request, { changes: { organization, ...(contact && { contact: contact.id }) } });
};
