// Job that deletes events, notices and entries of the log of administrators after the site's retention time. Kinds that are declared with `keep` stay. Started by the schedule of
// the job queue.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { Clock } from 'src/base/clock.ts';
import { itemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { forgetChoices, forgetNotices, oldEvents } from 'src/server/store/notices/sweepRows.ts';

export const SWEEP_EVENTS = 'sweepEvents';

/** Events of one transaction. */
const EVENTS = 250;
const NOTICES = 2_000;

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'findMany' | 'discard'>;
  readonly limits: Pick<Limits, 'noticeDays' | 'eventDays' | 'logDays'>;
}

/** Returns the kinds that a type or action declares with `keep`. */
const keptKinds = ({ types, actions }: ServerRegistry): string[] =>
  [
    ...Object.values(types).flatMap(({ server }) => server.events),
    ...Object.values(types).flatMap(({ states }) => (states?.transitions ?? []).flatMap(({ event }) => event ?? [])),
    ...Object.values(actions).flatMap(({ event }) => event ?? []),
  ].flatMap(({ kind, keep }) => (keep === true ? [kind] : []));

export const createSweepEvents = ({ registry, database, clock, items, limits }: Options): JobHandler => {
  const permanentKinds = keptKinds(registry);
  const before = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

  const sweepItems = (type: string, days: number, kept: readonly string[]) => async (): Promise<boolean> => {
    const t = registry.types[type]?.number ?? 0;
    const selection = { t, before: before(days), kept, max: EVENTS };
    const numbers = await oldEvents(database, selection);
    const ids = numbers.map((number) => itemId(type, number));
    await database.transaction(async (tx) =>
      items.discard(tx, await items.findMany(tx, ids), { at: clock.now(), by: SYSTEM_USER, actor: undefined }),
    );
    return numbers.length === EVENTS;
  };

  const inBatches = async (signal: AbortSignal, sweep: () => Promise<boolean>): Promise<void> => {
    do signal.throwIfAborted();
    while (await sweep());
  };

  return async (_, signal) => {
    await inBatches(
      signal,
      async () => (await forgetNotices(database, before(limits.noticeDays), NOTICES)) === NOTICES,
    );
    await inBatches(signal, sweepItems(SYSTEM_TYPES.event, limits.eventDays, permanentKinds));
    await inBatches(signal, sweepItems(SYSTEM_TYPES.logEntry, limits.logDays, []));
    await forgetChoices(database);
  };
};
