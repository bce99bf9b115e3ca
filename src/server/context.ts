// What every operation is given: who asks, with which read filter, over which database handle. Frozen per request.

import type { Clock } from 'src/base/clock.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ActionRights } from 'src/server/access/actions/actionRights.ts';
import type { AccountServices } from 'src/server/accounts/accountServices.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { Audience } from 'src/server/events/audience.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import type { Notices } from 'src/server/events/notices.ts';
import type { Domain } from 'src/server/extend.ts';
import type { DeclaredFunctions, Follower } from 'src/server/rules/RuleNeeds.ts';
import type { Files } from 'src/server/files/files.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Tiles } from 'src/server/geo/tiles.ts';
import type { GeoFiles } from 'src/server/geoFiles/geoFiles.ts';
import type { Lists } from 'src/server/lists/valueLists.ts';
import type { Letters } from 'src/server/letters/letters.ts';
import type { SearchAlerts } from 'src/server/searchAlerts/searchAlerts.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { LiveSession, Sessions } from 'src/server/sessions/sessions.ts';
import type { SiteState } from 'src/server/state/siteState.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';
import type { Connection } from 'src/server/transport/connection.ts';
import type { Receiver, Watches } from 'src/server/watch/watches.ts';

export interface Services extends AccountServices {
  readonly registry: ServerRegistry;
  /** Where the page is: `https://host`. */
  readonly origin: string;
  /** IANA time zone of the site: of its days, and of owners without a calendar. */
  readonly timeZone: string;
  readonly zoneOf: ZoneOfSubject;
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
  readonly domain: Omit<Domain, keyof DeclaredFunctions> & DeclaredFunctions;
  readonly followers: readonly Follower[];
  readonly database: Database;
  readonly clock: Clock;
  readonly readFilters: ReadFilters;
  readonly access: ActionRights;
  readonly audit: Audit;
  readonly storeJobs: JobHandlers;
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly items: ItemStorage;
  readonly search: Search;
  readonly searchAlerts: SearchAlerts;
  readonly watches: Watches;
  readonly sessions: Sessions;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly lists: Lists;
  readonly tiles: Tiles;
  readonly geoFiles: GeoFiles;
  readonly letters: Letters;
  readonly mail: Mail;
  readonly taskResults: TaskResults;
  readonly siteState: SiteState;
  readonly limits: Limits;
  /** The installation is one owner's own. */
  readonly dedicated: boolean;
  /** What an operator should know, of work that has no caller. */
  readonly log: (message: string, error?: unknown) => void;
  readonly audience: Audience;
  readonly events: Events;
  readonly notices: Notices;
}

/** Everything about one request. `Needs` are the services that the code which receives it uses. */
export interface Context<Needs = Services> {
  readonly subject: Subject;
  readonly readFilter: ReadFilter;
  readonly services: Needs;
  /** The pool for a read, the open transaction for a write. */
  readonly db: Queryable;
  /** Only for operations with `writes: true`. */
  readonly tx: Transaction | undefined;
  readonly now: Date;
  /** Name of the action that runs; undefined for the other operations. */
  readonly action?: string | undefined;
  /** One of many changes that were asked for at once: nobody is notified of each. */
  readonly many?: true | undefined;
  /** Versions of items that the caller has looked at, for transitions that ask for them. */
  readonly seen?: Readonly<Record<ItemId, number>> | undefined;
  /** The socket that asks; undefined over HTTP. */
  readonly receiver?: Receiver | undefined;
  /** Raised with a problem when nobody is there any more to read the answer: what takes long looks at it. */
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

/** A part of an answer, and where the answer goes on; undefined after the last part. */
export interface AnswerPart {
  readonly part: Json;
  readonly rest: Json | undefined;
}

/** An answer in parts, each made when the asker takes it, with the rights of that moment. It changes nothing. */
export interface AnswerInParts {
  /** Of the pushes that carry the parts: `stream:{name}`. */
  readonly name: string;
  open(context: Context, body: Json): Promise<AnswerPart>;
  next(context: Context, rest: Json): Promise<AnswerPart>;
  /** All parts as one answer. */
  join(parts: readonly Json[]): Json;
}

/** Rate limit of a request that changes nothing, and how many of its requests it counts as. */
export interface ReadCost {
  readonly limit: 'search' | 'other';
  readonly count: number;
}

/** The part of a write that runs in the transaction. May run again after a deadlock. */
export type PreparedWrite<Answer = Json> = (context: WritingContext) => Promise<Answer>;

/**
 * One wire operation; the file is named after it. Who may ask and whether it writes is declared in schemas/engine/operations.
 * `args` are the segments of `o` behind the name; the body has passed the declared schema.
 */
export interface Operation<N extends OperationName = OperationName> {
  readonly name: N;
  run(context: Context, args: readonly string[], body: Endpoints[N]['input']): Promise<Endpoints[N]['answer']>;
  /** Returns how a request that changes nothing counts, though its operation may write; undefined for a write. Accepts any body. */
  reads?(args: readonly string[], body: Json | undefined): ReadCost | undefined;
  /**
   * Does before the transaction what a write must not do in it, such as a search, and returns the rest of the work. Returns undefined
   * when this request needs no such preparation: `run` does it all.
   */
  prepare?(
    context: ReadingContext,
    args: readonly string[],
    body: Endpoints[N]['input'],
  ): Promise<PreparedWrite<Endpoints[N]['answer']> | undefined>;
  /** True where preparing may spend a budget, such as one of attempts at a password: a repeated request is then not prepared again. */
  readonly preparesOnce?: true;
  /** Where the operation with these arguments answers in parts, instead of `run`. */
  inParts?(args: readonly string[]): AnswerInParts | undefined;
}
