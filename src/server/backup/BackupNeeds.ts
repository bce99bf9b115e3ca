// Services that backups need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Backups } from 'src/server/backup/backups.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Database } from 'src/server/store/database.ts';

export interface BackupNeeds {
  readonly backups: Backups;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: (message: string, error?: unknown) => void;
}

export const endpoint = endpointFor<BackupNeeds>();
