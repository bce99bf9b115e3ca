// Work that nobody asks for: the clock, a job, an effect of one. It is done in the name of the server, which passes every right, so it
// does nothing for a person that the person could not do.

import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { Context, Services, WritingContext } from 'src/server/context.ts';
import type { RunJob } from 'src/server/extend.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { JobHandler, JobHandlers } from 'src/server/store/jobRows.ts';

const SERVER: Subject = Object.freeze({ ...VISITOR, userId: SYSTEM_USER, admin: true });

/** The rest of a transaction in the name of the server: what follows from what a person did. Undefined outside of one. */
export const asServer = async (context: Context): Promise<WritingContext | undefined> => {
  const { services, tx } = context;
  const readFilter = await services.readFilters.readFilterFor(SERVER);
  return tx && { ...context, subject: SERVER, readFilter, db: tx, tx, receiver: undefined };
};

/** Returns the same context with the person as the author of what it writes: the server finishes what the person began. */
export const inNameOf = (context: WritingContext, person: ItemId): WritingContext => ({
  ...context,
  subject: { ...context.subject, userId: person },
});

/** Returns the context of a transaction in the name of the server. */
export const serverContext = async (services: Services, tx: Transaction): Promise<WritingContext> => ({
  ...{ subject: SERVER, readFilter: await services.readFilters.readFilterFor(SERVER), services, db: tx, tx },
  ...{ now: services.clock.now(), receiver: undefined },
});

/** One transaction in the name of the server. */
export const inServerName = async <T>(
  services: Services,
  work: (context: WritingContext) => Promise<T>,
): Promise<T> => {
  return await services.database.transaction(async (tx) => work(await serverContext(services, tx)));
};

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

/** The background work that the areas register. */
export const domainJobs = (services: Services): JobHandlers =>
  Object.fromEntries(Object.entries(services.domain.jobs).map(([name, run]) => [name, handlerOf(services, run)]));
