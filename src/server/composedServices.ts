// The services of one server process, as createServices composes them.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
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
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { SiteState } from 'src/server/state/siteState.ts';
import type { Database } from 'src/server/store/database.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';
import type { Watches } from 'src/server/watch/watches.ts';

export interface Services extends AccountServices {
  readonly registry: ServerRegistry;
  /** Address of the page: `https://host`. */
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
  /** Reports to the operator. Used by work that has no caller. */
  readonly log: (message: string, error?: unknown) => void;
  readonly audience: Audience;
  readonly events: Events;
  readonly notices: Notices;
}
