// The client of a request: its session, and its socket.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

/** One token of one live session. */
export interface LiveSession {
  /** The session row. */
  readonly id: string;
  /** The token's own id. */
  readonly tokenId: string;
  readonly userId: ItemId;
  /** True after a sign-in with two factors. */
  readonly second: boolean;
  /** The user is an administrator whose rights wait for the second factor that the site requires. */
  readonly factorRequired: boolean;
  /** Administrator who acts as this user. */
  readonly actorId: ItemId | undefined;
  /** When the token ends. */
  readonly expires: Date;
  readonly subject: Subject;
  /** Update counter of the User item that the subject was read from. */
  readonly userU: number;
  /** When a membership begins or ends: the subject holds until then. */
  readonly until: Date | undefined;
  /** Version of the person's own records when the session was last read. */
  readonly keptVersion: number;
}

/** One open socket as the endpoints of sessions see it: its session may change while it is open. */
export interface Connection {
  /** Undefined until `tokenAuth`. */
  readonly session: LiveSession | undefined;
  /** Binds the socket to this session. Refuses a user other than the earlier one. */
  identify(session: LiveSession): Promise<void>;
  /** Ends the answer in parts to the request with this sequence. */
  cancelStream(s: string): void;
}

/** One open socket. `send` takes a frame text that receivers may share. */
export interface Receiver {
  readFilter(): ReadFilter;
  /** Replaces the receiver's read filter after a change of rights. */
  setReadFilter(readFilter: ReadFilter): void;
  send(frame: string): void;
  close(code: number, reason: string): void;
}
