// A letter that is sent by email: to whom, what the email holds, and how far it has come. The letter is sent once a mail server has taken it for
// one address at least; where none takes it, the letter is approved as before and can be sent again.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { trimmedText, ANNEX_FILES } from 'src/domain/letters/annexes.server.ts';
import { languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { isPrintedPicture } from 'src/domain/letters/letterOf.server.ts';
import { copyToSubmitter } from 'src/domain/letters/noteAnswer.server.ts';
import { contactIdsOf, contactName, requestBehind } from 'src/domain/letters/requestContacts.server.ts';
import {
  inNameOf,
  madeFileOf,
  todayOf,
  transitionItem,
  writeMetadataOf,
  type Context,
  type MailTemplate,
  serverContext,
  type StoredItem,
  type WritingContext,
  writeItem,
} from 'src/server/extend.ts';

export const MAIL = 'sentLetter';

type State = 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED';

type Delivery = {
  readonly address: string;
  readonly name?: string;
  readonly state: State;
  readonly reason?: string;
  readonly at?: string;
};

export interface Addressee {
  readonly address: string;
  readonly name?: string;
}

const storedDeliveries = ({ properties }: Pick<StoredItem, 'properties'>): Delivery[] =>
  valuesAt(properties, 'deliveries') as Delivery[];

const addresseesIn = (contacts: readonly StoredItem[]): Addressee[] =>
  contacts.flatMap((contact) => {
    const [address, name] = [trimmedText(contact.properties['email']), contactName(contact)];
    return address === '' ? [] : [{ address, ...(name !== '' && { name }) }];
  });

const contactsOf = async ({ services, db }: Context, ids: readonly Json[]): Promise<StoredItem[]> =>
  await services.items.findMany(db, ids.filter(isItemId));

/** Contacts that the letter names, or else those of the request, where the letter goes to who made it. */
export const contactsFor = async (
  context: Context,
  letter: StoredItem,
  about: StoredItem | undefined,
): Promise<StoredItem[]> => {
  const named = await contactsOf(context, valuesAt(letter.properties, 'toContacts'));
  if (named.length > 0 || letter.properties['to'] !== about?.properties['primaryOrg']) return named;
  return await contactsOf(context, contactIdsOf(await requestBehind(context, about)));
};

/** Returns whom the email goes to. Throws where no one has an address. */
export const addresseesOf = async (
  context: Context,
  letter: StoredItem,
  { about, address }: { readonly about: StoredItem | undefined; readonly address: Json | undefined },
): Promise<Addressee[]> => {
  if (trimmedText(address) !== '') return [{ address: trimmedText(address) }];
  const found = addresseesIn(await contactsFor(context, letter, about));
  const unique = found.filter(({ address: each }, at) => found.findIndex((other) => other.address === each) === at);
  if (unique.length === 0) throw invalidAt('/address', 'errors.letter.noAddress');
  return unique;
};

/** Adds emails to the letter, and queues them. The letter has its files. */
export const queueLetterEmails = async (
  context: WritingContext,
  letter: StoredItem,
  to: readonly Addressee[],
): Promise<StoredItem> => {
  const { services, tx, now } = context;
  const before = storedDeliveries(letter);
  const added = to.map((each): Delivery => ({ ...each, state: 'WAITING', at: now.toISOString() }));
  const deliveries = [...before, ...added];
  const written = await writeItem(context, letter, { changes: { deliveries } });
  await services.mail.queueAll(
    tx,
    to.map((addressee, index) => ({
      key: `${MAIL}/${letter.id}/${before.length + index}`,
      to: { ...addressee, language: languageTag(letter.properties['language']) },
      template: MAIL,
      values: { letter: letter.id, at: before.length + index },
    })),
  );
  return written;
};

const RESULTS: Readonly<Record<string, State>> = { waiting: 'WAITING', sent: 'TAKEN', refused: 'REFUSED' };

const isWaiting = (letter: StoredItem | undefined, at: number): letter is StoredItem =>
  letter !== undefined && storedDeliveries(letter)[at]?.state === 'WAITING';

/** Another mail server may later return an email that the first one accepted. */
const settles = (letter: StoredItem | undefined, at: number, state: State): letter is StoredItem =>
  isWaiting(letter, at) ||
  (letter !== undefined && state === 'REFUSED' && storedDeliveries(letter)[at]?.state === 'TAKEN');

/** False for a letter that was stopped after its email was queued. */
const isLeaving = ({ properties }: StoredItem): boolean => ['SENDING', 'SENT'].includes(String(properties['state']));

/** Notifies the person who sent a letter that one of its emails was not delivered. Where none was, the move of the letter does so. */
const notifySender = async (context: WritingContext, id: ItemId): Promise<void> => {
  const { services, tx } = context;
  const letter = await services.items.find(tx, id);
  const rule = letter && services.events.noticeOf('letterReturned', letter.type);
  if (!rule || letter.properties['state'] !== 'SENT') return;
  await services.events.write(tx, letter, [{ rule, level: letter.level }], writeMetadataOf(context));
};

/** Returns the PDF, what is attached to the letter, and the files of its annexes that are not on its pages: what `sentAs` lists. */
const filesOfEmail = async (
  { items }: Context['services'],
  db: Context['db'],
  { properties }: StoredItem,
): Promise<NonNullable<ReturnType<typeof madeFileOf>>[]> => {
  const named = [...valuesAt(properties, 'files').slice(0, 1), ...valuesAt(properties, 'attachments')];
  const annexed = valuesAt(properties, ANNEX_FILES);
  const ids = [...named, ...annexed].filter(isItemId);
  const found = new Map((await items.findMany(db, ids)).map((file) => [file.id, file]));
  return ids.flatMap((id) => {
    const file = found.get(id);
    if (file && annexed.includes(id) && isPrintedPicture(file)) return [];
    const made = file && madeFileOf(file);
    if (!made) throw new Error(`${id} is not there to be sent`);
    return made;
  });
};

/** Moves a letter on once none of its emails is waited for. */
const moveOn = async (context: WritingContext, letter: StoredItem): Promise<void> => {
  const deliveries = storedDeliveries(letter);
  if (letter.properties['state'] !== 'SENDING' || deliveries.some(({ state }) => state === 'WAITING')) return;
  const isTaken = deliveries.some(({ state }) => state === 'TAKEN');
  if (!isTaken) {
    await transitionItem(context, { id: letter.id, name: 'deliveryFailed', auto: true });
    return;
  }
  // The person who pressed "Send" is noted as the sender, and as the person who answered.
  const { sentBy } = letter.properties;
  const sender = isItemId(sentBy) ? inNameOf(context, sentBy) : context;
  const changes: Values = { sentOn: await todayOf(context, letter) };
  await writeItem(sender, letter, { changes });
  await transitionItem(sender, { id: letter.id, name: 'markSent', auto: true });
  await copyToSubmitter(sender, letter, await filesOfEmail(context.services, context.tx, letter));
};

const itemText = async (
  { items }: Context['services'],
  db: Context['db'],
  id: Json | undefined,
  name: string,
): Promise<string> => (isItemId(id) ? trimmedText((await items.find(db, id))?.properties[name]) : '');

export const sentLetterMail = (services: Context['services']): MailTemplate => ({
  name: MAIL,
  example: { subject: 'Our answer', owner: 'Tamber Inlet', count: 1 },
  async resolve({ db, values }) {
    const letter = await services.items.find(db, String(values['letter']));
    if (!isWaiting(letter, Number(values['at'])) || !isLeaving(letter)) return undefined;
    const { subject, owner, sentBy } = letter.properties;
    const [pdf, ...more] = await filesOfEmail(services, db, letter);
    const replyTo = await itemText(services, db, sentBy, 'email');
    return {
      values: {
        subject: trimmedText(subject),
        owner: await itemText(services, db, owner, 'displayName'),
        count: more.length,
      },
      ...(replyTo !== '' && { replyTo }),
      byPerson: true,
      attachments: [...(pdf ? [pdf] : []), ...more].map(({ name, type, fileID }) => ({
        ...{ name, type, content: services.files.read(fileID) },
      })),
    };
  },
  async settled(tx, { values, outcome }) {
    const context = await serverContext(services, tx);
    const id: ItemId = String(values['letter']);
    const about = (await services.items.find(tx, id))?.properties['context'];
    // Locked first, as by everything that changes its letters.
    if (isItemId(about)) await services.items.find(tx, about, true);
    const letter = await services.items.find(tx, id, true);
    const at = Number(values['at']);
    // Reports that the mail server accepted a letter that was stopped at the same time.
    const state = RESULTS[outcome.state] ?? 'FAILED';
    if (!settles(letter, at, state)) return;
    const { reason } = outcome;
    const result = { state, at: context.now.toISOString() };
    const deliveries = storedDeliveries(letter).map((each, index): Delivery => {
      const { reason: _, ...rest } = each;
      return index === at ? { ...rest, ...result, ...(reason !== undefined && { reason }) } : each;
    });
    const written = await writeItem(context, letter, { changes: { deliveries } });
    await moveOn(context, written);
    if (state === 'REFUSED' || state === 'FAILED') await notifySender(context, letter.id);
  },
});
