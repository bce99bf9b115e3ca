// The context of a request: the subject, its read filter and the database handle. Frozen per request.

import type { Connection, LiveSession, Receiver } from 'src/server/access/asker.ts';
import type { Services } from 'src/server/composedServices.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

export type { Services };

/** Everything about one request. `Needs` are the services that the code which receives it uses. */
export interface Context<Needs = Services> {
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
export type ReadingContext<Needs = Services> = Context<Needs> & { readonly tx: undefined };

/** Context in a transaction. The handler waits for nothing but the database: it holds a connection and locks. */
export type WritingContext<Needs = Services> = Context<Needs> & { readonly tx: Transaction };

/** The part of a write that runs in the transaction. May run again after a deadlock. */
export type PreparedWrite<Answer = Json> = (context: WritingContext) => Promise<Answer>;
