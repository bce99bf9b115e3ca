// `act/letterContacts` returns the contacts that an email of the letter goes to, as far as the caller may read them.

import { contactsFor } from 'src/domain/letters/letterEmail.server.ts';
import { endpoint } from 'src/server/extend.ts';

export const letterContacts = endpoint('letterContacts', async (context) => {
  const { services, db, readFilter, stored } = context;
  const about = await services.items.find(db, String(stored.properties['context']));
  const ids = (await contactsFor(context, stored, about)).map(({ id }) => id);
  const labels = await services.items.labels(db, readFilter, ids);
  return { contacts: ids.filter((id) => labels.has(id)) };
});
