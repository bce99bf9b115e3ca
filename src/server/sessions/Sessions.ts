// Who is signed in, as transport and operations use it. A token is only a name for a session row: every request asks
// whether the row still lives, so that sign-out, block and password change end it on every process.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Transaction } from 'src/server/store/Database.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';

/** One token of one live session. */
export interface LiveSession {
  /** The session row. */
  readonly id: string;
  /** The token's own id. */
  readonly tokenId: string;
  readonly userId: ItemId;
  /** The administrator behind a masquerade. */
  readonly actorId: ItemId | undefined;
  /** When the token ends. */
  readonly expires: Date;
  readonly subject: Subject;
  /** Update counter of the User item that the subject was read from. */
  readonly userU: number;
}

export type SessionEnd = 'signedout' | 'blocked' | 'passwordChanged' | 'masqueradeStopped';

export interface Sessions {
  /** A token for the right password. Refuses with `signInFailed` or `rateLimited`; the same answer and work for every kind of failure. */
  signIn(email: string, password: string, address: string): Promise<string>;
  /** Refuses with `tokenExpired` or `notSignedIn`. */
  verify(token: string): Promise<LiveSession>;
  /** The session with the rights of this moment; undefined when the user is gone or blocked. */
  renewed(session: LiveSession): Promise<LiveSession | undefined>;
  /** When the newest token of the session ends: another page of the same browser may have refreshed it. */
  lastsUntil(session: LiveSession): Promise<Date>;
  /** A new token of the same session; the old one lives 30 s more. */
  rotate(session: LiveSession): Promise<string>;
  end(sessionId: string, reason: SessionEnd): Promise<void>;
  endAllOf(userId: ItemId, reason: SessionEnd): Promise<void>;
  /** A token that acts as `target`, at most 60 minutes and no longer than the session itself. The caller has checked the rules of masquerading. */
  startMasquerade(tx: Transaction, session: LiveSession, target: ItemId): Promise<string>;
  /** Ends the masquerade and gives a token of the administrator's own session, if that still lives. */
  stopMasquerade(tx: Transaction, session: LiveSession): Promise<string>;
  /** What the user may do now, from the User item; undefined when there is no such user or it is blocked. */
  subjectOf(userId: ItemId): Promise<Subject | undefined>;
  /** The session user of `authed`. */
  sessionUser(session: LiveSession): Promise<SessionUser>;
}

/** Accounts stand apart from items. The sample loader and the commands make them through this. */
export interface Accounts {
  /** Makes or replaces the account of a User item. */
  create(userId: ItemId, email: string, password: string): Promise<void>;
  /** Ends every session of the user. */
  setPassword(userId: ItemId, password: string): Promise<void>;
  setBlocked(userId: ItemId, blocked: boolean): Promise<void>;
}
