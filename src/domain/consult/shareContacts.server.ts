// Lets the communities that a request is sent to read the contacts that the request names. A contact belongs to the requesting
// organization, and only its members could read it otherwise.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { writeUnversioned, type MigrateValue, type StoredItem, type WritingContext } from 'src/server/extend.ts';

const CONTACTS = 'primaryContacts';
/** The property of a contact that names the communities who read it. */
const SHOWN_TO = 'askedCommunities';

const contactIds = ({ properties }: StoredItem, path: string): ItemId[] => valuesAt(properties, path).map(String);

/** Returns the communities that do not read the contact yet. */
const missing = (contact: StoredItem, communities: readonly ItemId[]): ItemId[] => {
  const known = new Set(contactIds(contact, SHOWN_TO));
  return communities.filter((id) => !known.has(id));
};

/**
 * Shows the contacts of a request to the communities that it asked. A community that was shown a contact keeps it when the request names
 * another one later: it may have written to the person. Makes no version, so that no community learns that another one was asked.
 */
export const shareContacts = async (
  { services, tx }: WritingContext,
  request: StoredItem,
  communities: readonly ItemId[],
): Promise<void> => {
  if (communities.length === 0) return;
  const contacts = await services.items.findMany(tx, contactIds(request, CONTACTS));
  const unshared = contacts.filter((contact) => missing(contact, communities).length > 0).map(({ id }) => id);
  // Locks contacts in one order, so that two requests with the same contacts do not wait for each other.
  for (const id of unshared.sort()) {
    const contact = await services.items.find(tx, id, true);
    const added = contact ? missing(contact, communities) : [];
    if (contact && added.length > 0)
      await writeUnversioned(services, tx, {
        stored: contact,
        changes: { [SHOWN_TO]: [...contactIds(contact, SHOWN_TO), ...added] },
      });
  }
};

/** States in which the contacts of a request are still being changed. Its next move shows them. */
const BEING_WRITTEN: readonly string[] = ['DRAFT', 'REVIEW', 'INCOMPLETE'];

/** Shows a contact to the communities of the requests that were sent before contacts were shared at all. */
export const communitiesOfRequests: MigrateValue = (value, _, { naming = [] }): Json => {
  const before = Array.isArray(value) ? (value as readonly Json[]).map(String) : [];
  const requests = naming.filter(({ state }) => !BEING_WRITTEN.includes(String(state)));
  const asked = requests.flatMap((request) => valuesAt(request, 'communities').map(String));
  const all = [...new Set([...before, ...asked])];
  return all.length > 0 ? all : null;
};
