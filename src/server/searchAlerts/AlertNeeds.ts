// Services that alerts of saved searches need.

import type { ActionRights } from 'src/server/access/actions/actionRights.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { SearchAlerts } from 'src/server/searchAlerts/searchAlerts.ts';
import type { Database } from 'src/server/store/database.ts';

export interface AlertNeeds {
  readonly access: ActionRights;
  readonly database: Database;
  readonly searchAlerts: SearchAlerts;
  readonly log: (message: string, error?: unknown) => void;
}

export const endpoint = endpointFor<AlertNeeds>();
