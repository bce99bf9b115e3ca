// Answers to invitations: by a person who is signed in, or by the link of the email, whose page needs no account and says what the email says.

import { isItemId } from 'src/model/item/itemId.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { InvitationAnswer } from 'src/model/schema/invitationNames.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { InvitationNeeds, InvitationWriting } from 'src/server/invitations/InvitationNeeds.ts';
import { readAnswerKey } from 'src/server/invitations/answerKeys.ts';
import {
  invitationFacts,
  isCancelled,
  organiserOf,
  pathsOf,
  timeInWords,
  invitationTime,
} from 'src/server/invitations/invitationFacts.ts';
import { ANSWER_SECRET } from 'src/server/invitations/invitationMail.ts';
import { invitedOf, writeInvited, type Invited } from 'src/server/invitations/invitedPeople.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { inServerName } from 'src/server/systemContext.ts';

/** `OPEN`: it can be answered. */
type Standing = 'OPEN' | 'OVER' | 'CANCELLED' | 'REMOVED';

const standingOf = async (
  services: InvitationNeeds,
  db: Queryable,
  { stored, entry, now }: { readonly stored: StoredItem; readonly entry: Invited | undefined; readonly now: Date },
): Promise<Standing> => {
  const paths = pathsOf(services, stored);
  if (!paths || !entry || entry.removed === true) return 'REMOVED';
  if (isCancelled(stored, paths)) return 'CANCELLED';
  const time = await invitationTime(services, db, { stored, facts: invitationFacts(stored, paths) });
  return time && time.over > now ? 'OPEN' : 'OVER';
};

/** The item must be locked. Answering again changes the answer. */
const storeAnswer = async (
  context: InvitationWriting,
  stored: StoredItem,
  { entry, given }: { readonly entry: Invited | undefined; readonly given: InvitationAnswer },
): Promise<void> => {
  const { services, tx, now } = context;
  const standing = await standingOf(services, tx, { stored, entry, now });
  if (!entry || standing !== 'OPEN')
    throw invalid([{ path: '/answer', message: `errors.invitation.${standing.toLowerCase()}` }]);
  if (entry.answer === given) return;
  const next: Invited = { ...entry, answer: given, answered: now.toISOString() };
  const written = await writeInvited(context, stored, {
    invited: invitedOf(stored).map((each) => (each.person === entry.person ? next : each)),
  });
  const rule = services.events.noticeOf('invitationAnswered', stored.type);
  const event = rule && { rule, level: stored.level };
  if (event) await services.events.write(tx, written, [event], writeMetadataOf(context));
};

/** Records the answer of the caller. */
export const answerAsUser = async (
  context: InvitationWriting,
  stored: StoredItem,
  given: InvitationAnswer,
): Promise<void> => {
  const entry = invitedOf(stored).find(({ user }) => user === context.subject.userId);
  await storeAnswer(context, stored, { entry, given });
};

interface Linked {
  readonly stored: StoredItem;
  readonly entry: Invited | undefined;
}

/** Throws `linkNotValid` for a key that has expired, and for an item that no longer exists. */
const linkedBy = async (services: InvitationNeeds, db: Queryable, key: string, lock = false): Promise<Linked> => {
  const read = readAnswerKey(await secret(services.database, ANSWER_SECRET), key, services.clock.now());
  const stored = read && isItemId(read.item) ? await services.items.find(db, read.item, lock) : undefined;
  if (!read || !stored) throw problem('linkNotValid');
  return { stored, entry: invitedOf(stored).find(({ person }) => person === read.person) };
};

const optionalText = (text: string | undefined, name: string): Readonly<Record<string, string>> =>
  text === undefined ? {} : { [name]: text };

/** Returns what the page of a link shows. It contains nothing that the email did not contain. */
export const linkedInvitation = async (services: InvitationNeeds, key: string, language: string): Promise<Json> => {
  const { database: db, clock } = services;
  const { stored, entry } = await linkedBy(services, db, key);
  const standing = await standingOf(services, db, { stored, entry, now: clock.now() });
  const paths = pathsOf(services, stored);
  if (!paths || standing === 'REMOVED') return { standing: 'REMOVED' };
  const facts = invitationFacts(stored, paths);
  const time = await invitationTime(services, db, { stored, facts });
  const organiser = await organiserOf(services, db, { stored, paths });
  return {
    ...{ standing, organiser },
    ...optionalText(facts.title, 'title'),
    ...optionalText(facts.place, 'place'),
    ...optionalText(time && facts.day !== undefined ? timeInWords(facts.day, time, language) : undefined, 'when'),
    ...optionalText(
      ownText((entry && (await services.items.find(db, entry.person)))?.label ?? '') || undefined,
      'name',
    ),
    ...optionalText(entry?.answer, 'answer'),
  };
};

export const answerByLink = (services: InvitationNeeds, key: string, given: InvitationAnswer): Promise<void> =>
  inServerName(services, async (context) => {
    const linked = await linkedBy(services, context.tx, key, true);
    await storeAnswer(context, linked.stored, { entry: linked.entry, given });
  });
