// Decides who may help: administrators of the site, people with the capability for the site, and people with the capability in an
// organisation of which the helped person is a member. An administrator who acts as another person helps in their own name only.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DomainNeeds, LiveSession } from 'src/server/extend.ts';
import { HELP_CAPABILITY, MOST_ANSWERING } from 'src/domain/assist/assistTypes.ts';

/** Returns true if a person may help another one. People do not help themselves. */
export const mayHelp = (agent: Subject, visitor: Subject): boolean => {
  if (agent.userId === undefined || agent.userId === visitor.userId || agent.actingAdminId !== undefined) return false;
  if (agent.admin || agent.siteCapabilities.includes(HELP_CAPABILITY)) return true;
  const own = new Set(visitor.memberships.map(({ owner }) => owner));
  return agent.memberships.some(({ owner, capabilities }) => own.has(owner) && capabilities.includes(HELP_CAPABILITY));
};

export const isActing = ({ actorId }: LiveSession): boolean => actorId !== undefined;

/** Returns the people who may help this person now. */
export const helpersOf = async (
  { audience, database, sessions }: Pick<DomainNeeds, 'audience' | 'database' | 'sessions'>,
  visitor: Subject,
): Promise<ItemId[]> => {
  const owners = visitor.memberships.map(({ owner }) => owner);
  const people = [
    ...(await audience.holdersOf(database, [...owners, 'system'], HELP_CAPABILITY)),
    ...(await audience.administratorsOf(database, ['system'])),
  ];
  const found: ItemId[] = [];
  for (const id of [...new Set(people)].slice(0, MOST_ANSWERING)) {
    // oxlint-disable-next-line no-await-in-loop -- few people, cached
    const subject = await sessions.subjectOf(id);
    if (subject && mayHelp(subject, visitor)) found.push(id);
  }
  return found;
};
