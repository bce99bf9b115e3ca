// The email of an invitation, with its entry for calendars. Both say what the reader may know: the name of the item where email may quote it
// to the reader, otherwise the title that the item has for people who may not read it; the day, the time, the place and who invites.
// It contains nothing else of the item.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import { writeAnswerKey } from 'src/server/invitations/answerKeys.ts';
import {
  isCancelled,
  organiserOf,
  pathsOf,
  timeInWords,
  invitationTime,
} from 'src/server/invitations/invitationFacts.ts';
import { invitationOf, invitedOf, writeInvited, type Invited } from 'src/server/invitations/invitedPeople.ts';
import { writeInvitation } from 'src/server/invitations/writeInvitation.ts';
import { formatMessage } from 'src/server/mail/composeEmail.ts';
import type { MailTemplate, ResolvedEmail, SendingContext, SentMail } from 'src/server/mail/mailTemplates.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { serverContext } from 'src/server/systemContext.ts';

export const INVITATION_MAIL = 'invitation';
export const ANSWER_SECRET = 'invitationAnswers';

/** A link answers until then, and says afterwards that the meeting is over. */
const LINK_MS_AFTER = 30 * 86_400_000;

/** Readers of the item may not read the person, and a mail server repeats the address. */
const EMAIL_ADDRESSES = /\S+@\S+/g;

interface Found {
  readonly stored: StoredItem;
  readonly paths: InvitationPaths;
  readonly entry: Invited;
}

/** Undefined where a later email takes the place of this one. */
const foundIn = (
  services: InvitationNeeds,
  stored: StoredItem | undefined,
  values: SendingContext['values'],
): Found | undefined => {
  const paths = stored && pathsOf(services, stored);
  const entry = stored && invitedOf(stored).find(({ person }) => person === values['person']);
  return stored && paths && entry && entry.sending === values['sending'] ? { stored, paths, entry } : undefined;
};

/** The person who sent it: answers by email reach their own mailbox. */
const senderOf = async ({ items }: InvitationNeeds, db: SendingContext['db'], sentBy: ItemId | undefined) => {
  const user =
    isItemId(sentBy) && sentBy.startsWith(`${SYSTEM_TYPES.user}-`) ? await items.find(db, sentBy) : undefined;
  const email = user?.properties['email'];
  return typeof email === 'string' && email !== '' ? email : undefined;
};

const translatedText = (
  { texts, reader: { language } }: SendingContext,
  id: string,
  values: Readonly<Record<string, string>>,
): string => formatMessage(id, texts, { language, values });

const emailVariant = ({ stored, paths, entry }: Found): 'cancelled' | 'changed' | undefined => {
  if (entry.removed === true || isCancelled(stored, paths)) return 'cancelled';
  return (invitationOf(stored)?.sequence ?? 0) > 0 && entry.sending > 1 ? 'changed' : undefined;
};

const resolveInvitation = async (
  services: InvitationNeeds,
  context: SendingContext,
  from: string,
): Promise<ResolvedEmail | undefined> => {
  const { db, values, reader, now } = context;
  const found = foundIn(services, await services.items.find(db, String(values['item'])), values);
  const invitation = found && invitationOf(found.stored);
  const time = found && invitation && (await invitationTime(services, db, { stored: found.stored, facts: invitation }));
  if (!found || !invitation || !time || invitation.day === undefined || time.over <= now) return undefined;
  const { stored, paths, entry } = found;
  const organiser = await organiserOf(services, db, { stored, paths });
  const title =
    (await context.label(stored.id)) ?? invitation.title ?? translatedText(context, 'invitation.title', { organiser });
  const when = timeInWords(invitation.day, time, reader.language);
  const { place } = invitation;
  const facts = [
    translatedText(context, 'invitation.when', { when }),
    ...(place === undefined ? [] : [translatedText(context, 'invitation.where', { place })]),
    translatedText(context, 'invitation.organiser', { organiser }),
  ];
  const variant = emailVariant(found);
  const email = await senderOf(services, db, invitation.sentBy);
  const until = new Date(time.over.getTime() + LINK_MS_AFTER);
  const key = writeAnswerKey(await secret(db, ANSWER_SECRET), { item: stored.id, person: entry.person, until });
  const method = variant === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const content = writeInvitation({
    ...{ method, uid: invitation.uid, sequence: invitation.sequence, day: invitation.day, time, title, place },
    organiser: { name: organiser, email: email ?? from },
    attendee: { name: reader.name ?? reader.address, email: reader.address },
  });
  return {
    values: { title, when, organiser, facts: facts.join('\n') },
    ...(variant !== undefined && { variant }),
    ...(variant !== 'cancelled' && { path: `/invitation#${key}` }),
    ...(email !== undefined && { replyTo: email }),
    ...{ byPerson: true, calendar: { method, content } },
  };
};

const STATES: Readonly<Record<string, Invited['state']>> = { waiting: 'WAITING', sent: 'TAKEN', refused: 'REFUSED' };

/** Writes down how far the email has come. The sender gets a notice of one that cannot be delivered. */
const settled = async (services: InvitationNeeds, tx: Transaction, { values, outcome }: SentMail): Promise<void> => {
  const found = foundIn(services, await services.items.find(tx, String(values['item']), true), values);
  if (!found) return;
  const { stored, entry } = found;
  const context = await serverContext(services, tx);
  const state = STATES[outcome.state] ?? 'FAILED';
  const { reason: _, ...rest } = entry;
  const next: Invited = {
    ...{ ...rest, state, at: context.now.toISOString() },
    ...(outcome.reason !== undefined && { reason: outcome.reason.replaceAll(EMAIL_ADDRESSES, '…') }),
  };
  const written = await writeInvited(context, stored, {
    invited: invitedOf(stored).map((each) => (each.person === entry.person ? next : each)),
  });
  const rule = services.events.noticeOf('invitationNotDelivered', stored.type);
  if (!rule || (state !== 'REFUSED' && state !== 'FAILED')) return;
  await services.events.write(tx, written, [{ rule, level: stored.level }], writeMetadataOf(context));
};

/** `from`: the address of the site, for a sender without one. */
export const createInvitationMail = (services: InvitationNeeds): MailTemplate => ({
  name: INVITATION_MAIL,
  example: {
    ...{ title: 'Planning meeting', when: 'March 31, 2031, 9:00 AM', organiser: 'Tamber Inlet' },
    facts: 'March 31, 2031',
  },
  resolve: (context) => resolveInvitation(services, context, services.mail.from),
  settled: (tx, sent) => settled(services, tx, sent),
});
