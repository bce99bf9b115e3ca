// What a User item says of its rights, as a Subject. Pure. Every rights change is a change of that item,
// so by its update counter every process finds when a subject is out of date.

import { isRecord } from 'src/base/isRecord.ts';
import { isLevel, type Level } from 'src/model/access/levels.ts';
import type { Membership, Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

type Properties = Readonly<Record<string, Json>>;

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const textsOf = (value: Json | undefined): string[] => listOf(value).filter((each) => typeof each === 'string');
const levelOf = (value: Json | undefined): Level | undefined => (isLevel(value) ? value : undefined);

const membershipOf = (value: Json): Membership[] => {
  if (!isRecord(value) || !isItemId(value['owner'])) return [];
  return [
    {
      owner: value['owner'],
      reads: levelOf(value['reads']) ?? 'PUBLIC',
      admin: value['admin'] === true,
      capabilities: textsOf(value['capabilities']),
    },
  ];
};

interface Behind {
  readonly actorId: ItemId | undefined;
  readonly sessionId: string;
}

/** Undefined for a blocked user. */
export const subjectFrom = (userId: ItemId, user: Properties, behind: Behind | undefined): Subject | undefined => {
  if (user['blocked'] === true) return undefined;
  return Object.freeze({
    userId,
    actingAdminId: behind?.actorId,
    admin: user['admin'] === true,
    memberships: listOf(user['memberships']).flatMap(membershipOf),
    siteReads: levelOf(user['siteReads']),
    siteCapabilities: textsOf(user['siteCapabilities']),
    sessionId: behind?.sessionId,
  });
};
