// Whoever made a request, and its contacts, are notified that an answer with a letter was sent to them: of what they may read, which is the
// conversation that the letter came in. Of one that goes by post or e-mail nothing stands here that they could open; and an event of the
// request itself would say to the other communities who has answered.

import type { ItemId } from 'src/model/item/Item.ts';
import { contactIdsOf, requestOf } from 'src/domain/letters/requestContacts.server.ts';
import { readersAmong, writeMetadataOf, type StoredItem, type WritingContext } from 'src/server/extend.ts';

/** Whose event it is. */
const ACTION = 'sendLetter';

interface SentAnswer {
  readonly letter: StoredItem;
  readonly about: StoredItem | undefined;
  /** In which it came. */
  readonly thread: ItemId;
}

/** People who signed up as one of the contacts. */
const usersOf = async ({ services, tx }: WritingContext, contacts: readonly ItemId[]): Promise<ItemId[]> =>
  contacts.length === 0 ? [] : services.items.holdingAny(tx, [{ type: 'User', path: 'contact' }], contacts);

/** Nothing for a letter that is addressed to somebody else. */
export const noteAnswer = async (context: WritingContext, { letter, about, thread }: SentAnswer): Promise<void> => {
  const { services, tx } = context;
  const stored = await requestOf(context, about);
  const conversation = await services.items.find(tx, thread);
  if (!stored || !conversation || letter.properties['to'] !== stored.properties['primaryOrg']) return;
  const people = [...new Set([stored.creator, ...(await usersOf(context, contactIdsOf(stored)))])];
  const to = await readersAmong(context, people, conversation);
  if (to.length > 0)
    await services.events.writeOfAction(tx, conversation, { name: ACTION, to }, writeMetadataOf(context));
};
