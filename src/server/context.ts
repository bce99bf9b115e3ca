// The context of a request: the client that asks, the subject, its read filter and the database handle. Frozen per request.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

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
  /** End of the token. */
  readonly expires: Date;
  readonly subject: Subject;
  /** Update counter of the User item that the subject was read from. */
  readonly userU: number;
  /** Next time at which a membership begins or ends; the subject is valid until then. */
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

/** One open socket. */
export interface Receiver {
  readFilter(): ReadFilter;
  /** Replaces the receiver's read filter after a change of rights. */
  setReadFilter(readFilter: ReadFilter): void;
  send(frame: string): void;
  /** Sends frames in their order. Receivers that get the same array share its encoding. */
  sendAll(frames: readonly string[]): void;
  close(code: number, reason: string): void;
}

/** Everything about one request. `Needs` are the services that the code which receives it uses. */
export interface Context<Needs> {
  readonly subject: Subject;
  readonly readFilter: ReadFilter;
  readonly services: Needs;
  /** The pool for a read, the open transaction for a write. */
  readonly db: Queryable;
  /** Only for endpoints with the effect `write`. */
  readonly tx: Transaction | undefined;
  readonly now: Date;
  /** Name of the action that runs; undefined for endpoints with an address of their own. */
  readonly action?: string | undefined;
  /** True for one of many changes of one request: no notice is sent for each. */
  readonly many?: true | undefined;
  /** Person whose input causes the write, with the consent of its author. */
  readonly helper?: ItemId | undefined;
  /** The import that creates items. */
  readonly via?: ItemId | undefined;
  /** Versions of items that the caller has looked at, for transitions that ask for them. */
  readonly seen?: Readonly<Record<ItemId, number>> | undefined;
  /** The socket that asks; undefined over HTTP. */
  readonly receiver?: Receiver | undefined;
  /** Aborted with a problem when the client has gone. Long work checks it. */
  readonly gone?: AbortSignal | undefined;
  /** The socket's own state, for the session operations only. */
  readonly connection?: Connection | undefined;
  /** The token that asks; undefined for the visitor and for work that the server does by itself. */
  readonly session?: LiveSession | undefined;
}

/** Context of a request that changes nothing. It has no transaction, so the handler may wait for files, searches and other processes. */
export type ReadingContext<Needs> = Context<Needs> & { readonly tx: undefined };

/** Context in a transaction. The handler waits for nothing but the database: it holds a connection and locks. */
export type WritingContext<Needs> = Context<Needs> & { readonly tx: Transaction };
