// Notifies the person who made a request, and its contacts, that an answer with a letter was sent to them. The notice is about the conversation
// that holds the letter, or its copy when it went by email or post: an event of the request itself would tell the other communities who has
// answered.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { contactIdsOf, requestBehind } from 'src/domain/letters/requestContacts.server.ts';
import {
  readersAmong,
  postToConversation,
  writeMetadataOf,
  type MadeFile,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** The purpose of the conversation in which a community answers a request. */
export const PURPOSE = 'CONSULT_RESPONSE';
/** Action that declares the event. */
const SEND_ACTION = 'sendLetter';

interface SentAnswer {
  readonly letter: StoredItem;
  readonly about: StoredItem | undefined;
  /** In which it came. */
  readonly thread: ItemId;
}

/** People who signed up as one of the contacts. */
const usersOf = async ({ services, tx }: WritingContext, contacts: readonly ItemId[]): Promise<ItemId[]> =>
  contacts.length === 0 ? [] : services.items.holdingAny(tx, [{ type: 'User', path: 'contact' }], contacts);

/** Does nothing for a letter with another addressee. */
export const noteAnswer = async (context: WritingContext, { letter, about, thread }: SentAnswer): Promise<void> => {
  const { services, tx } = context;
  const stored = await requestBehind(context, about);
  const conversation = await services.items.find(tx, thread);
  if (!stored || !conversation || letter.properties['to'] !== stored.properties['primaryOrg']) return;
  const people = [...new Set([stored.creator, ...(await usersOf(context, contactIdsOf(stored)))])];
  const to = await readersAmong(context, people, conversation);
  if (to.length === 0) return;
  const { owner } = letter.properties;
  const name = isItemId(owner) ? (await services.items.find(tx, owner))?.properties['displayName'] : undefined;
  // The people of the other party know the community, and not who of it pressed a button.
  const event = { name: SEND_ACTION, to, ...(typeof name === 'string' && { description: name }) };
  await services.events.writeOfAction(tx, conversation, event, writeMetadataOf(context));
};

/**
 * Puts the files of a letter that went by email or post to the maker of the request into their conversation too, so that they find it where they
 * find every other answer. A letter to another addressee stays out of it.
 */
export const copyToSubmitter = async (
  context: WritingContext,
  letter: StoredItem,
  files: readonly MadeFile[],
): Promise<void> => {
  const about = await context.services.items.find(context.tx, String(letter.properties['context']));
  if (!about || letter.properties['to'] !== about.properties['primaryOrg']) return;
  const body = String(letter.properties['subject'] ?? '');
  const thread = await postToConversation(context, { about, key: PURPOSE, body, files });
  if (thread !== undefined) await noteAnswer(context, { letter, about, thread });
};
