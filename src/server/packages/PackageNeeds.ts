// Services that packages need.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';

export interface PackageNeeds {
  readonly audit: Audit;
  readonly clock: Clock;
  readonly database: Database;
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly items: ItemStorage;
  readonly log: (message: string, error?: unknown) => void;
  /** English messages. */
  readonly messages: Readonly<Record<string, string>>;
  /** Version of the product. */
  readonly product: string;
  readonly registry: ServerRegistry;
  readonly taskResults: TaskResults;
}

export const endpoint = endpointFor<PackageNeeds>();
