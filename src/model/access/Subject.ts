// The subject of a request: a person or a visitor. Every request has one. Items are readable by principals; a subject has a set of
// principals (keys here, interned as small integers in the store).

import type { ItemId } from 'src/model/item/Item.ts';
import type { Level } from 'src/model/access/levels.ts';

/** Membership of a user in one owner (an item of the registry's owner type). */
export interface Membership {
  readonly owner: ItemId;
  /** The strictest level that this member may read in that owner. */
  readonly reads: Level;
  /** True when the member may administer the owner itself (members, value lists). */
  readonly admin: boolean;
  readonly capabilities: readonly string[];
}

export interface Subject {
  /** Id such as `User-12`, or undefined for visitors. */
  readonly userId: ItemId | undefined;
  /** Administrator who acts as this user. */
  readonly actingAdminId: ItemId | undefined;
  readonly admin: boolean;
  readonly memberships: readonly Membership[];
  /** Level that the user reads of items of the whole site (without owner). */
  readonly siteReads: Level | undefined;
  readonly siteCapabilities: readonly string[];
  /** Session of the token, or undefined for visitors. */
  readonly sessionId: string | undefined;
}

/** Returns the owners in which the subject reads more than the public does. */
export const readOrgsOf = ({ memberships }: Pick<Subject, 'memberships'>): ItemId[] =>
  memberships.filter(({ reads }) => reads !== 'PUBLIC').map(({ owner }) => owner);

/**
 * Key of a principal. Shapes: `everyone` | `signedIn` | `owner:{ownerId|system}:{LEVEL}` | `cap:{capability}:{ownerId|system|anywhere}` |
 * `user:{userId}`
 */
export type PrincipalKey = string;

export const SYSTEM_OWNER = 'system';
export const EVERYONE: PrincipalKey = 'everyone';
export const SIGNED_IN: PrincipalKey = 'signedIn';
export const ownerPrincipal = (owner: ItemId | typeof SYSTEM_OWNER, level: Level): PrincipalKey =>
  `owner:${owner}:${level}`;
export const capabilityPrincipal = (capability: string, owner: ItemId | typeof SYSTEM_OWNER): PrincipalKey =>
  `cap:${capability}:${owner}`;
/** Returns the principal of everyone who has the capability for the site or in any organisation. */
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
