// Services that exports need.

import type { Clock } from 'src/base/clock.ts';
import type { Files } from 'src/server/files/files.ts';
import type { ScratchFolders } from 'src/server/files/scratchFolders.ts';
import type { Context } from 'src/server/context.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Lists } from 'src/server/lists/valueLists.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { CalendarSources } from 'src/server/store/calendars.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface ExchangeNeeds extends CalendarSources {
  readonly adminLog: AdminLog;
  readonly database: Database;
  readonly items: ItemStorage;
  readonly search: Search;
  readonly lists: Lists;
  readonly clock: Clock;
  /** Address of the site, such as `https://keeper.example.org`. */
  readonly origin: string;
  readonly scratch: ScratchFolders;
  readonly files: Pick<Files, 'size' | 'read'>;
  readonly limits: Pick<Limits, 'zipFiles' | 'zipBytes'>;
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
}

export const endpoint = endpointFor<ExchangeNeeds>();

export type ExchangeContext = Context<ExchangeNeeds>;
