// The request that a response answers, and the contacts whom the request names so that they can be written to.

import { trimmedText } from 'src/domain/letters/annexes.server.ts';
import { REQUEST_RELATION } from 'src/domain/letters/withdrawnRequests.server.ts';
import type { Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Context, StoredItem } from 'src/server/extend.ts';

const CONTACT_PATH = 'primaryContacts';

/** Returns the request, or undefined for an item that answers none. */
export const requestBehind = async (
  { services, db }: Pick<Context, 'services' | 'db'>,
  about: StoredItem | undefined,
): Promise<StoredItem | undefined> => {
  const id = about?.properties[REQUEST_RELATION];
  return isItemId(id) ? await services.items.find(db, id) : undefined;
};

export const contactIdsOf = (request: StoredItem | undefined): string[] =>
  valuesAt(request?.properties ?? {}, CONTACT_PATH).filter(isItemId);

/** Returns the first and last name of a contact; an empty text where it has none. */
export const contactName = ({ properties: { firstName, lastName } }: { readonly properties: Values }): string =>
  [trimmedText(firstName), trimmedText(lastName)].filter((part) => part !== '').join(' ');
