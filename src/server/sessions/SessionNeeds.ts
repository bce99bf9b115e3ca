// Services that endpoints of sessions need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';

export interface SessionNeeds {
  readonly adminLog: AdminLog;
  readonly sessions: Sessions;
}

export const endpoint = endpointFor<SessionNeeds>();
