// SQL of events from before events had an owner and a project. Called by events/backfillEvents.ts only.

import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Some events have no project or owner, so each is examined only once. */
const LACKING = `not (body ? 'project' and body ? 'owner')`;

/** Stores these declarations. Returns false when all events were already examined with them. `t` is the number of the type Event. */
export const beginBackfill = async (db: Queryable, declared: string, t: number): Promise<boolean> => {
  await db.query(
    `insert into event_backfill (declared, ended) values ($1, not exists (select from ${partitionOf(t)} where ${LACKING}))
     on conflict do nothing`,
    [declared],
  );
  return (await db.query(`select 1 from event_backfill where declared = $1 and not ended`, [declared])).length > 0;
};

/** Locks the position: the number of the last examined event, or undefined when all were. */
export const lockBackfill = async (db: Queryable, declared: string): Promise<number | undefined> => {
  const [row] = await db.query<{ last: number }>(
    `select last from event_backfill where declared = $1 and not ended for update`,
    [declared],
  );
  return row?.last;
};

interface Part {
  readonly t: number;
  readonly last: number;
  readonly max: number;
}

/** Returns numbers in ascending order. */
export const lackingEvents = async (db: Queryable, { t, last, max }: Part): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(t)} where i > $1 and ${LACKING} order by i limit $2`,
    [last, max],
  );
  return rows.map(({ i }) => i);
};

/** Stores the position; without `last`, the backfill has ended. */
export const noteBackfill = async (db: Queryable, declared: string, last: number | undefined): Promise<void> => {
  await db.query(`update event_backfill set last = coalesce($2, last), ended = $2::int is null where declared = $1`, [
    declared,
    last ?? null,
  ]);
};
