// The jobs that the clock adds, and when, as cron writes it, in UTC. Given to the job queue by main.ts.

import { WRITE_DUE_EVENTS } from 'src/server/events/dueEvents.ts';
import { SEND_DIGESTS } from 'src/server/events/sendDigests.ts';
import { CHECK_SEARCH_ALERTS } from 'src/server/searchAlerts/checkSearchAlerts.ts';
import { CHECK_FILES } from 'src/server/files/checkFiles.ts';
import { SWEEP_EVENTS } from 'src/server/events/sweepEvents.ts';
import { REMIND_OF_STEPS } from 'src/server/workflow/remindOfSteps.ts';

export const SCHEDULE = [
  // Each hour of a day begins at a quarter of an hour everywhere.
  { name: SEND_DIGESTS, times: '*/15 * * * *' },
  { name: CHECK_SEARCH_ALERTS, times: '*/5 * * * *' },
  { name: WRITE_DUE_EVENTS, times: '5 * * * *' },
  { name: REMIND_OF_STEPS, times: '25 * * * *' },
  { name: SWEEP_EVENTS, times: '40 3 * * *' },
  { name: CHECK_FILES, times: '10 2 * * 0' },
] as const;
