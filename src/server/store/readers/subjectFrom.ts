// Builds a Subject from a User item. Pure. Every change of rights changes that item, so its update counter tells all processes when a
// subject is outdated.

import { isRecord } from 'src/base/isRecord.ts';
import { isLevel, type Level } from 'src/model/access/levels.ts';
import type { Membership, Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

type Properties = Readonly<Record<string, Json>>;

const listOrEmpty = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];
const textsOrEmpty = (value: Json | undefined): string[] =>
  listOrEmpty(value).filter((each) => typeof each === 'string');
const validLevel = (value: Json | undefined): Level | undefined => (isLevel(value) ? value : undefined);

const membershipOf = (value: Json): Membership[] => {
  if (!isRecord(value) || !isItemId(value['owner'])) return [];
  return [
    {
      owner: value['owner'],
      reads: validLevel(value['reads']) ?? 'PUBLIC',
      admin: value['admin'] === true,
      capabilities: textsOrEmpty(value['capabilities']),
    },
  ];
};

interface Moment {
  readonly now: Date;
  /** The current session. */
  readonly behind?: { readonly actorId: ItemId | undefined; readonly sessionId: string };
}

const instantOrNaN = (value: Json | undefined): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** Includes the first instant and excludes the second one; a missing one is no bound. An invalid instant gives no membership. */
const isCurrentMembership = (membership: Properties, now: Date): boolean => {
  const { from, to } = membership;
  const begun = from === undefined || from === null || instantOrNaN(from) <= now.getTime();
  return begun && (to === undefined || to === null || instantOrNaN(to) > now.getTime());
};

/** Returns when the next membership begins or ends. Until then, time does not change the rights. */
export const rightsUntil = (user: Properties, now: Date): Date | undefined => {
  const bounds = listOrEmpty(user['memberships'])
    .flatMap((each) => (isRecord(each) ? [each as Properties] : []))
    .flatMap(({ from, to }) => [instantOrNaN(from), instantOrNaN(to)])
    .filter((at) => at > now.getTime());
  return bounds.length === 0 ? undefined : new Date(Math.min(...bounds));
};

/** Returns the rights of the user at that time, or undefined for a blocked user. */
export const subjectFrom = (userId: ItemId, user: Properties, { now, behind }: Moment): Subject | undefined => {
  if (user['blocked'] === true) return undefined;
  return Object.freeze({
    userId,
    actingAdminId: behind?.actorId,
    admin: user['admin'] === true,
    memberships: listOrEmpty(user['memberships']).flatMap((each) =>
      isRecord(each) && isCurrentMembership(each as Properties, now) ? membershipOf(each as Json) : [],
    ),
    siteReads: validLevel(user['siteReads']),
    siteCapabilities: textsOrEmpty(user['siteCapabilities']),
    sessionId: behind?.sessionId,
  });
};
