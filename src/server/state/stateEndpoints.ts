// Endpoints of `admin.state` for administrators of the site: figures, connected people and failed jobs. A failed job can be retried or
// deleted.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { problem } from 'src/model/problems.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import { dropJob, givenUpJobs, retryJob, type GivenUpJob } from 'src/server/store/jobRows.ts';
import { endpoint, type StateNeeds } from 'src/server/state/StateNeeds.ts';

const MOST_JOBS = 100;
/** A reason is for reading; the log has all of it. */
const MAX_REASON_LENGTH = 300;

type Answer = Endpoints['siteState']['answer'];

const demandOwnAdmin = ({ subject }: Context<StateNeeds>): void => {
  demandSiteAdmin(subject);
};

/** The first line: what follows is a stack. */
const givenUpJob = ({ id, name, reason, since, attempts }: GivenUpJob): Answer['jobs'][number] => ({
  ...{ job: id, name, attempts },
  reason: reason?.split('\n', 1)[0]?.slice(0, MAX_REASON_LENGTH) ?? null,
  since: since.toISOString(),
});

const connected = async ({
  services,
  db,
  readFilter,
}: Context<StateNeeds>): Promise<Pick<Answer, 'counted' | 'people'>> => {
  const { at, processes, sockets } = await services.siteState.connected(db);
  const names = await services.items.labels(db, readFilter, [...sockets.keys()]);
  return {
    counted: { at: at.toISOString(), processes },
    people: [...sockets].map(([$id, count]) => ({ $id, name: names.get($id) ?? '', sockets: count })),
  };
};

export const siteState = endpoint('siteState', async (context) => {
  demandOwnAdmin(context);
  const { services, db, now } = context;
  return {
    at: now.toISOString(),
    figures: await services.siteState.figures(db),
    jobs: (await givenUpJobs(db, MOST_JOBS)).map(givenUpJob),
    ...(await connected(context)),
  };
});

const onJob =
  (change: typeof retryJob) =>
  async (
    context: WritingContext<StateNeeds>,
    { job }: { readonly job: string },
  ): Promise<Readonly<Record<string, never>>> => {
    demandOwnAdmin(context);
    if (!(await change(context.tx, job))) throw problem('notFound');
    return {};
  };

export const retryJobEndpoint = endpoint('retryJob', onJob(retryJob));
export const dropJobEndpoint = endpoint('dropJob', onJob(dropJob));
