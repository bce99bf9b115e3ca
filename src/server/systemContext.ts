// Context of work that no user requested: the clock, a job, or an effect of one. It runs in the name of the server, which passes every
// check of rights, so it must do nothing for a person that the person could not do.

import type { Clock } from 'src/base/clock.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';

interface ServerNeeds {
  readonly readFilters: ReadFilters;
  readonly clock: Clock;
}

const SERVER: Subject = Object.freeze({ ...VISITOR, userId: SYSTEM_USER, admin: true });

/** Returns the context of the same transaction in the name of the server, for what follows from the action of a person. */
export const asServer = async <Needs extends ServerNeeds>(
  context: WritingContext<Needs>,
): Promise<WritingContext<Needs>> => {
  const { services, tx } = context;
  const readFilter = await services.readFilters.readFilterFor(SERVER);
  return { ...context, subject: SERVER, readFilter, db: tx, tx, receiver: undefined };
};

/** Returns the same context with the person as the author of what it writes: the server finishes what the person began. */
export const inNameOf = <Needs>(context: WritingContext<Needs>, person: ItemId): WritingContext<Needs> => ({
  ...context,
  subject: { ...context.subject, userId: person },
});

/** Returns the context of a transaction in the name of the server. */
export const serverContext = async <Needs extends ServerNeeds>(
  services: Needs,
  tx: Transaction,
): Promise<WritingContext<Needs>> => ({
  ...{ subject: SERVER, readFilter: await services.readFilters.readFilterFor(SERVER), services, db: tx, tx },
  ...{ now: services.clock.now(), receiver: undefined },
});

/** One transaction in the name of the server. */
export const inServerName = async <T, Needs extends ServerNeeds & { readonly database: Database }>(
  services: Needs,
  work: (context: WritingContext<Needs>) => Promise<T>,
): Promise<T> => {
  return await services.database.transaction(async (tx) => work(await serverContext(services, tx)));
};
