// The background work that areas of the domain register. Each batch is a transaction in the name of the server.

import type { Services } from 'src/server/context.ts';
import type { Domain, RunJob } from 'src/server/extend.ts';
import type { JobHandler, JobHandlers } from 'src/server/store/jobRows.ts';
import { inServerName } from 'src/server/systemContext.ts';

const handlerOf =
  (services: Services, run: RunJob): JobHandler =>
  (payload, signal) =>
    run(payload, {
      signal,
      batch: (work) => {
        signal.throwIfAborted();
        return inServerName(services, work);
      },
    });

export const domainJobs = ({ jobs }: Pick<Domain, 'jobs'>, services: Services): JobHandlers =>
  Object.fromEntries(Object.entries(jobs).map(([name, run]) => [name, handlerOf(services, run)]));
