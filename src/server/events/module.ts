// Module of notices of events.

import { defineModule } from 'src/server/Module.ts';
import { NOTIFY_EVENT } from 'src/server/eventLog/events.ts';
import { startEventBackfill } from 'src/server/events/backfillEvents.ts';
import { createDueEvents, WRITE_DUE_EVENTS } from 'src/server/events/dueEvents.ts';
import type { EventNeeds } from 'src/server/events/EventNeeds.ts';
import { noticeEmails } from 'src/server/events/noticeEmails.ts';
import { createNotifyEvent } from 'src/server/events/notifyEvent.ts';
import { createSendDigests, SEND_DIGESTS } from 'src/server/events/sendDigests.ts';
import { createSweepEvents, SWEEP_EVENTS } from 'src/server/events/sweepEvents.ts';

export const eventsModule = defineModule<EventNeeds>({
  jobs: async (services) => ({
    [NOTIFY_EVENT]: createNotifyEvent(services),
    [SEND_DIGESTS]: createSendDigests(services),
    [WRITE_DUE_EVENTS]: createDueEvents(services),
    [SWEEP_EVENTS]: createSweepEvents(services),
    ...(await startEventBackfill(services)),
  }),
  schedule: [
    // Each hour of a day begins at a quarter of an hour everywhere.
    { name: SEND_DIGESTS, times: '*/15 * * * *' },
    { name: WRITE_DUE_EVENTS, times: '5 * * * *' },
    { name: SWEEP_EVENTS, times: '40 3 * * *' },
  ],
  mailTemplates: noticeEmails,
});
