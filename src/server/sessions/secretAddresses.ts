// Secret addresses: a person creates an address for a program that cannot sign in, such as a calendar program. A request with the address has
// the rights that the person has at that moment. The database stores the SHA-256 of the secret; the address is shown once. The person can end
// it at any time, and a new password or the end of all sessions ends all of them.

import { randomBytes } from 'node:crypto';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { sha256 } from 'src/server/sha256.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import {
  addressBy,
  feedsOf,
  insertAddress,
  removeFeed,
  type ListedFeed,
} from 'src/server/store/accounts/calendarFeedRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

const SECRET_BYTES = 24;
const ADDRESS_SECRET = /^[\w-]{32}$/;
/** Limit per person and purpose. */
const MAX_ADDRESSES = 20;

export interface NewSecret {
  readonly secret: string;
  readonly hash: Buffer;
}

export const newSecret = (): NewSecret => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: sha256(secret) };
};

export const refuseTooManyAddresses = async (db: Queryable, person: ItemId, purpose: string): Promise<void> => {
  if ((await feedsOf(db, person, purpose)).length >= MAX_ADDRESSES) throw problem('tooManyKept');
};

interface SecretNeeds {
  readonly database: Queryable;
  readonly sessions: Pick<Sessions, 'subjectOf'>;
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
}

export interface AddressedPerson {
  /** Number of the address. */
  readonly address: number;
  readonly person: ItemId;
  /** Present rights, without those of administrators where administrators need a second factor: the address is only one. */
  readonly subject: Subject;
}

/** Undefined for an unknown or ended address, and for one of a blocked or deleted person, so that callers cannot distinguish them. */
export const personAtSecret = async (
  { database, sessions, requireSecondFactor }: SecretNeeds,
  { secret, purpose }: { readonly secret: string; readonly purpose: string },
): Promise<AddressedPerson | undefined> => {
  const row = ADDRESS_SECRET.test(secret) ? await addressBy(database, sha256(secret), purpose) : undefined;
  const subject = row && (await sessions.subjectOf(row.person));
  if (!row || !subject) return undefined;
  const isLimited = subject.admin && requireSecondFactor === 'administrators';
  return { address: row.feed, person: row.person, subject: isLimited ? { ...subject, admin: false } : subject };
};

interface OwnAddresses {
  /** The person whose addresses these are, who must be the caller. */
  readonly target: ItemId;
  readonly subject: Subject;
  readonly tx: Transaction;
}

/** Throws `notAllowed` for another person than the caller, and while an administrator acts as the person. */
const refuseOtherPurposes = ({ subject, target }: OwnAddresses): void => {
  refuseActing(subject);
  if (subject.userId !== target) throw problem('notAllowed');
};

/** Creates an address of the caller. Throws `notAllowed` and `tooManyKept`. */
export const createSecretAddress = async (
  own: OwnAddresses,
  { purpose, name }: { readonly purpose: string; readonly name: string },
): Promise<{ readonly address: number; readonly secret: string }> => {
  refuseOtherPurposes(own);
  const { tx, target: person } = own;
  await refuseTooManyAddresses(tx, person, purpose);
  const { secret, hash } = newSecret();
  return { address: await insertAddress(tx, { person, purpose, name, hash }), secret };
};

/** Ends an address of the caller. Throws `notFound` and `notAllowed`. */
export const endSecretAddress = async (
  own: OwnAddresses,
  { purpose, address }: { readonly purpose: string; readonly address: number },
): Promise<void> => {
  refuseOtherPurposes(own);
  if (!(await removeFeed(own.tx, own.target, { feed: address, purpose }))) throw problem('notFound');
};

export const ownSecretAddresses = async (
  { subject, db }: { readonly subject: Subject; readonly db: Queryable },
  purpose: string,
): Promise<readonly ListedFeed[]> => {
  refuseActing(subject);
  return await feedsOf(db, subject.userId ?? '', purpose);
};
