// Principals of a subject. The store converts the keys to numbers and a mask of readable acls.

import type { ItemId } from 'src/model/item/Item.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import {
  anyCapabilityPrincipal,
  EVERYONE,
  SIGNED_IN,
  SYSTEM_OWNER,
  capabilityPrincipal,
  ownerPrincipal,
  userPrincipal,
  type PrincipalKey,
  type Subject,
} from 'src/model/access/Subject.ts';

const levelsUpTo = (level: Level): Level[] =>
  LEVELS.filter((each) => each !== 'PUBLIC' && levelRank(each) <= levelRank(level));

const ownerPrincipals = (
  owner: ItemId | typeof SYSTEM_OWNER,
  reads: Level,
  capabilities: readonly string[],
): PrincipalKey[] => [
  ...levelsUpTo(reads).map((level) => ownerPrincipal(owner, level)),
  ...capabilities.flatMap((capability) => [capabilityPrincipal(capability, owner), anyCapabilityPrincipal(capability)]),
];

/**
 * Returns the sorted, distinct principal keys of a subject. A member who reads PROTECTED also holds the COMMUNITY principal of that owner.
 */
export const principalsOf = (subject: Subject): PrincipalKey[] => {
  const keys = new Set<PrincipalKey>([EVERYONE]);
  if (subject.userId === undefined) return [...keys];
  keys.add(SIGNED_IN);
  keys.add(userPrincipal(subject.userId));
  for (const { owner, reads, capabilities } of subject.memberships) {
    for (const key of ownerPrincipals(owner, reads, capabilities)) keys.add(key);
  }
  for (const key of ownerPrincipals(SYSTEM_OWNER, subject.siteReads ?? 'PUBLIC', subject.siteCapabilities))
    keys.add(key);
  return [...keys].sort();
};
