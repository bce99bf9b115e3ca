// The subject: whoever asks. Every request names one; there is no request without a subject.
// Principals are what items are readable *by*; a subject holds a set of them (written as keys here,
// interned to small integers in the store).

import type { ItemId } from 'src/model/item/Item.ts';
import type { Level } from 'src/model/access/levels.ts';

/** Membership of a user in one owner (an item of the registry's owner type). */
export interface Membership {
  readonly owner: ItemId;
  /** The strictest level this member may read in that owner. */
  readonly reads: Level;
  /** May administer the owner itself (members, value lists). */
  readonly admin: boolean;
  readonly capabilities: readonly string[];
}

export interface Subject {
  /** `User-12`, or undefined for the visitor. */
  readonly userId: ItemId | undefined;
  /** The administrator behind a masquerade. */
  readonly actingAdminId: ItemId | undefined;
  readonly admin: boolean;
  readonly memberships: readonly Membership[];
  /** What the user reads of items that belong to the whole site (no owner). */
  readonly siteReads: Level | undefined;
  readonly siteCapabilities: readonly string[];
  /** Session row behind the token, undefined for the visitor. */
  readonly sessionId: string | undefined;
}

/** Returns the owners of whose items the subject reads more than the public does. */
export const readOrgsOf = ({ memberships }: Pick<Subject, 'memberships'>): ItemId[] =>
  memberships.filter(({ reads }) => reads !== 'PUBLIC').map(({ owner }) => owner);

/**
 * Principal keys. Shapes:
 * `everyone` | `signedIn` | `owner:{ownerId|system}:{LEVEL}` | `cap:{capability}:{ownerId|system|anywhere}` | `user:{userId}`
 */
export type PrincipalKey = string;

export const SYSTEM_OWNER = 'system';
export const EVERYONE: PrincipalKey = 'everyone';
export const SIGNED_IN: PrincipalKey = 'signedIn';
export const ownerPrincipal = (owner: ItemId | typeof SYSTEM_OWNER, level: Level): PrincipalKey =>
  `owner:${owner}:${level}`;
export const capabilityPrincipal = (capability: string, owner: ItemId | typeof SYSTEM_OWNER): PrincipalKey =>
  `cap:${capability}:${owner}`;
/** Held by everyone who has the capability for the site or in any organisation. */
export const anyCapabilityPrincipal = (capability: string): PrincipalKey => `cap:${capability}:anywhere`;
export const userPrincipal = (userId: ItemId): PrincipalKey => `user:${userId}`;

export const VISITOR: Subject = Object.freeze({
  userId: undefined,
  actingAdminId: undefined,
  admin: false,
  memberships: [],
  siteReads: undefined,
  siteCapabilities: [],
  sessionId: undefined,
});
