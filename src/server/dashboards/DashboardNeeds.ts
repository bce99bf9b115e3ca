// Services that dashboards need.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';

export interface DashboardNeeds {
  readonly registry: ServerRegistry;
  readonly search: Search;
  readonly zoneOf: ZoneOfSubject;
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
  /** The installation is one owner's own. */
  readonly dedicated: boolean;
}

export const endpoint = endpointFor<DashboardNeeds>();
