// Services that the state, the texts and the menu of the site need.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { SiteState } from 'src/server/state/siteState.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface StateNeeds {
  readonly adminLog: AdminLog;
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: ItemStorage;
  readonly siteState: SiteState;
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
  /** The installation is one owner's own. */
  readonly dedicated: boolean;
}

export const endpoint = endpointFor<StateNeeds>();
