// What an administrator of the site sees and does on `admin.state`: the figures of the site with who is connected and the jobs that
// were given up; try such a job again, or drop it.

import type { Json, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Context } from 'src/server/context.ts';
import { dropJob, givenUpJobs, retryJob, type GivenUpJob } from 'src/server/store/jobRows.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

const MOST_JOBS = 100;
/** A reason is for reading; the log has all of it. */
const MAX_REASON_LENGTH = 300;

const onlyAdmins = ({ subject }: Context): void => {
  refuseActing(subject);
  if (!subject.admin) throw problem('notAllowed');
};

/** The first line: what follows is a stack. */
const shown = ({ id, name, reason, since, attempts }: GivenUpJob): Json => ({
  ...{ job: id, name, attempts },
  reason: reason?.split('\n', 1)[0]?.slice(0, MAX_REASON_LENGTH) ?? null,
  since: since.toISOString(),
});

const connected = async ({ services, db, readFilter }: Context): Promise<Values> => {
  const { at, processes, sockets } = await services.siteState.connected(db);
  const names = await services.items.labels(db, readFilter, [...sockets.keys()]);
  return {
    counted: { at: at.toISOString(), processes },
    people: [...sockets].map(([$id, count]) => ({ $id, name: names.get($id) ?? '', sockets: count })),
  };
};

export const siteState: EngineAction<'siteState'> = {
  name: 'siteState',
  async run(_, context) {
    onlyAdmins(context);
    const { services, db, now } = context;
    return {
      at: now.toISOString(),
      figures: (await services.siteState.figures(db)) as unknown as Json,
      jobs: (await givenUpJobs(db, MOST_JOBS)).map(shown),
      ...(await connected(context)),
    };
  },
};

const onJob = (name: 'retryJob' | 'dropJob', change: typeof retryJob): EngineAction<'retryJob' | 'dropJob'> => ({
  name,
  async run({ job }, context) {
    onlyAdmins(context);
    if (!(await change(context.tx, job as string))) throw problem('notFound');
    return {};
  },
});

export const retryJobAction = onJob('retryJob', retryJob);
export const dropJobAction = onJob('dropJob', dropJob);
