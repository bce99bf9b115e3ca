// What every operation is given: who asks, with which read filter, over which database handle. Frozen per request.

import type { Clock } from 'src/base/clock.ts';
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

/** The part of a write that runs in the transaction. May run again after a deadlock. */
export type PreparedWrite<Answer = Json> = (context: WritingContext) => Promise<Answer>;
