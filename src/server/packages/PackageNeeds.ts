// Services that packages need.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { Files } from 'src/server/files/files.ts';
import type { ScratchFolders } from 'src/server/files/scratchFolders.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';

export interface PackageNeeds {
  readonly adminLog: AdminLog;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly database: Database;
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly files: Files;
  readonly items: ItemStorage;
  readonly log: (message: string, error?: unknown) => void;
  /** English messages. */
  readonly messages: Readonly<Record<string, string>>;
  /** Version of the product. */
  readonly product: string;
  /** Returns the number of processes of the site, including this one. */
  readonly processes: (db: Queryable) => Promise<number>;
  readonly registry: ServerRegistry;
  readonly scratch: ScratchFolders;
  readonly taskResults: TaskResults;
  readonly uploads: Uploads;
}

export const endpoint = endpointFor<PackageNeeds>();
