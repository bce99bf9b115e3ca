// Sends the invitations of an item: to people who have none, to everyone when the day, the time or the place has changed, and a withdrawal to
// people who are no longer named or when the item is cancelled. Emails are queued in the transaction; what they say is worked out when each is sent.

import { invalidAt } from 'src/model/problems.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import type { InvitationWriting } from 'src/server/invitations/InvitationNeeds.ts';
import { invitationFacts, isCancelled, invitationTime } from 'src/server/invitations/invitationFacts.ts';
import { INVITATION_MAIL } from 'src/server/invitations/invitationMail.ts';
import {
  invitationOf,
  invitedOf,
  invitedPeople,
  writeInvited,
  type Invitation,
  type InvitationFacts,
  type Invited,
  type Person,
} from 'src/server/invitations/invitedPeople.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const FACTS = ['day', 'start', 'end', 'place', 'title'] as const;
/** Answers were given for this day and time. */
const OF_TIME = ['day', 'start', 'end'] as const;

const differ = (one: InvitationFacts, other: InvitationFacts, names: readonly (keyof InvitationFacts)[]): boolean =>
  names.some((name) => one[name] !== other[name]);

type Kind = 'invited' | 'invitationChanged' | 'invitationCancelled';

/** One email to be queued. */
interface Sending {
  readonly entry: Invited;
  readonly person: Person | undefined;
  readonly kind: Kind;
}

const isUndelivered = ({ state }: Invited): boolean => state !== 'WAITING' && state !== 'TAKEN';

interface Sent {
  readonly before: Invitation | undefined;
  readonly facts: InvitationFacts;
}

const entryFor = (person: Person, former: Invited | undefined, { before, facts }: Sent): Invited => {
  const { answer, answered } = former ?? {};
  const isSameTime = former?.removed !== true && before !== undefined && !differ(before, facts, OF_TIME);
  return {
    ...{ person: person.person, sending: former?.sending ?? 0 },
    ...(person.user !== undefined && { user: person.user }),
    state: former?.state ?? 'WAITING',
    ...(isSameTime && answer !== undefined && answered !== undefined && { answer, answered }),
  };
};

/** Returns the emails that are due, and the entries of people who need none. */
const plan = (
  people: readonly Person[],
  entries: readonly Invited[],
  sent: Sent,
): { readonly sendings: readonly Sending[]; readonly others: readonly Invited[] } => {
  const { before, facts } = sent;
  const hasMoved = before !== undefined && differ(before, facts, FACTS);
  const sendings: Sending[] = [];
  const others: Invited[] = [];
  for (const person of people) {
    const former = entries.find((each) => each.person === person.person);
    const isNew = former === undefined || former.removed === true;
    const kind: Kind = isNew ? 'invited' : 'invitationChanged';
    if (isNew || hasMoved || isUndelivered(former))
      sendings.push({ entry: entryFor(person, former, sent), person, kind });
    else others.push(former);
  }
  for (const entry of entries.filter(({ person }) => !people.some((each) => each.person === person)))
    if (entry.removed === true) others.push(entry);
    else sendings.push({ entry: { ...entry, removed: true }, person: undefined, kind: 'invitationCancelled' });
  return { sendings, others };
};

/** Returns the recipient of a withdrawal: the item may no longer name the person. */
const personBehind = async (context: InvitationWriting, { person }: Invited): Promise<Person | undefined> => {
  const found = await context.services.items.find(context.tx, person);
  const holder = found && { ...found, properties: { person } };
  return holder && (await invitedPeople(context, holder, { people: ['person'] }))[0];
};

const queueInvitations = async (
  context: InvitationWriting,
  stored: StoredItem,
  sendings: readonly Sending[],
): Promise<Invited[]> => {
  const { services, tx, now } = context;
  const entries: Invited[] = [];
  for (const { entry, person } of sendings) {
    const to = (person ?? (await personBehind(context, entry)))?.to;
    const sending = entry.sending + 1;
    const { reason: _, ...rest } = entry;
    entries.push({ ...rest, sending, state: to === undefined ? 'NO_ADDRESS' : 'WAITING', at: now.toISOString() });
    if (to === undefined) continue;
    const values = { item: stored.id, person: entry.person, sending };
    const key = `${INVITATION_MAIL}/${stored.id}/${entry.person}/${sending}`;
    await services.mail.queue(tx, { key, to, template: INVITATION_MAIL, values });
  }
  return entries;
};

/** People with an account are also notified in the product. */
const notifyUsers = async (
  context: InvitationWriting,
  stored: StoredItem,
  sendings: readonly Sending[],
): Promise<void> => {
  const { events } = context.services;
  const kinds: readonly Kind[] = ['invited', 'invitationChanged', 'invitationCancelled'];
  for (const kind of kinds) {
    const to = sendings.flatMap((each) => (each.kind === kind ? (each.entry.user ?? []) : []));
    const rule = events.noticeOf(kind, stored.type);
    if (rule && to.length > 0)
      await events.write(context.tx, stored, [{ rule, level: stored.level, to }], writeMetadataOf(context));
  }
};

const sendInvitation = async (
  context: InvitationWriting,
  stored: StoredItem,
  { sendings, others, sent }: ReturnType<typeof plan> & { readonly sent: Sent },
): Promise<{ readonly sent: number }> => {
  const { services, subject, now } = context;
  const { before, facts } = sent;
  // A person whose invitation was withdrawn needs a higher number to be invited again.
  const isRenewed = sendings.some(({ kind, entry }) => kind !== 'invited' || entry.sending > 0);
  const sequence = (before?.sequence ?? 0) + (before !== undefined && isRenewed ? 1 : 0);
  const invitation: Invitation = {
    ...{ uid: before?.uid ?? `${stored.id}@${new URL(services.origin).hostname}`, sequence, ...facts },
    ...{ sentAt: now.toISOString(), sentBy: String(subject.userId) },
  };
  const entries = await queueInvitations(context, stored, sendings);
  await writeInvited(context, stored, { invitation, invited: [...others, ...entries] });
  await notifyUsers(context, stored, sendings);
  return { sent: entries.filter(({ state }) => state === 'WAITING').length };
};

/** Throws `invalid` where there is nothing to send. The item must be locked. */
export const sendInvitations = async (
  context: InvitationWriting,
  stored: StoredItem,
  paths: InvitationPaths,
): Promise<{ readonly sent: number }> => {
  const facts = invitationFacts(stored, paths);
  const time = await invitationTime(context.services, context.tx, { stored, facts });
  if (isCancelled(stored, paths)) throw invalidAt('/cancelled', 'errors.invitation.cancelled');
  if (!time || time.over <= context.now) throw invalidAt(`/${paths.day}`, 'errors.invitation.over');
  const sent = { before: invitationOf(stored), facts };
  const planned = plan(await invitedPeople(context, stored, paths), invitedOf(stored), sent);
  if (planned.sendings.length === 0) {
    const message = planned.others.length === 0 ? 'errors.invitation.nobody' : 'errors.invitation.all';
    throw invalidAt(`/${paths.people[0] ?? ''}`, message);
  }
  return await sendInvitation(context, stored, { ...planned, sent });
};

/** Cancels the item for good, and sends this to everyone who was invited. The item must be locked. */
export const cancelInvitations = async (
  context: InvitationWriting,
  stored: StoredItem,
  paths: InvitationPaths,
): Promise<{ readonly sent: number }> => {
  if (isCancelled(stored, paths)) throw invalidAt('/cancelled', 'errors.invitation.cancelled');
  const time = await invitationTime(context.services, context.tx, { stored, facts: invitationFacts(stored, paths) });
  if (!time || time.over <= context.now) throw invalidAt(`/${paths.day}`, 'errors.invitation.over');
  const changes = { [paths.cancelled]: true };
  const cancelled = await context.services.items.write(context.tx, stored, changes, writeMetadataOf(context));
  const before = invitationOf(stored);
  const invited = invitedOf(stored);
  if (!before) return { sent: 0 };
  const sendings = invited
    .filter(({ removed }) => removed !== true)
    .map((entry): Sending => ({ entry, person: undefined, kind: 'invitationCancelled' }));
  const others = invited.filter(({ removed }) => removed === true);
  return await sendInvitation(context, cancelled, { sendings, others, sent: { before, facts: before } });
};

/** Throws `invalid` for an item to which people are invited: they would never learn that it does not take place. */
export const refuseWhileInvited = async (
  { services, tx, now }: InvitationWriting,
  stored: StoredItem,
): Promise<void> => {
  const paths = services.registry.types[stored.type]?.server.invitation;
  const isInvited = invitedOf(stored).some(({ removed, state }) => removed !== true && state !== 'NO_ADDRESS');
  if (!paths || !isInvited || isCancelled(stored, paths)) return;
  const time = await invitationTime(services, tx, { stored, facts: invitationFacts(stored, paths) });
  if (time && time.over > now) throw invalidAt(`/${paths.day}`, 'errors.invitation.cancelFirst');
};
