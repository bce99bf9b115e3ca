// How a new letter addresses who made the request: attention, salutation and file number. People change them before the approval.

import type { Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { exportWords, type Context, type StoredItem } from 'src/server/extend.ts';

/** By which a response names its request. */
const REQUEST = 'consultation';

const nameOf = ({ properties: { firstName, lastName } }: StoredItem): string =>
  [firstName, lastName].filter((part): part is string => typeof part === 'string').join(' ');

export const addressing = async (context: Context, about: StoredItem, language: string): Promise<Values> => {
  const { services, db } = context;
  const id = about.properties[REQUEST];
  const request = isItemId(id) ? await services.items.find(db, id) : undefined;
  // The request names them so that they can be written to.
  const contacts = await services.items.findMany(
    db,
    valuesAt(request?.properties ?? {}, 'primaryContacts').filter(isItemId),
  );
  const names = contacts.map(nameOf).filter((name) => name !== '');
  const words = await exportWords(services, { language });
  const [name] = names;
  return {
    ...(names.length > 0 && { attention: names.join('\n').slice(0, 1_000) }),
    ...(request && { fileNumber: request.id }),
    salutation:
      name === undefined || names.length > 1
        ? words.format('letters.salutationOpen')
        : words.format('letters.salutation', { name }),
  };
};
