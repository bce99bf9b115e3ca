// Returns the attention line, salutation and file number of a new letter to the maker of a request. People can change them before approval.

import type { Values } from 'src/model/item/Item.ts';
import { contactIdsOf, contactName, requestBehind } from 'src/domain/letters/requestContacts.server.ts';
import { exportWords, type Context, type StoredItem } from 'src/server/extend.ts';

export const addressing = async (context: Context, about: StoredItem, language: string): Promise<Values> => {
  const { services, db } = context;
  const request = await requestBehind(context, about);
  const contacts = await services.items.findMany(db, contactIdsOf(request));
  const names = contacts.map(contactName).filter((name) => name !== '');
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
