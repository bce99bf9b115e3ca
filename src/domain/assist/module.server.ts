// The area of help on the spot: its sockets, and the end of recordings and of abandoned sessions.

import { assistSockets } from 'src/domain/assist/assistHub.server.ts';
import {
  END_RECORDINGS,
  END_SESSIONS,
  endRecordings,
  endAbandonedSessions,
} from 'src/domain/assist/assistJobs.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const assistArea: ServerArea = {
  sockets: assistSockets,
  jobs: (services) => ({ [END_RECORDINGS]: endRecordings(services), [END_SESSIONS]: endAbandonedSessions(services) }),
  schedule: [
    { name: END_RECORDINGS, times: '*/10 * * * *' },
    { name: END_SESSIONS, times: '*/2 * * * *' },
  ],
};
