// SQL that deletes old events and notices. Called by events/sweepEvents.ts only.

import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

interface OldEvents {
  /** Number of the type. */
  readonly t: number;
  readonly before: Date;
  /** Kinds that are never deleted. */
  readonly kept: readonly string[];
  readonly max: number;
}

/** Returns the numbers of the oldest items of the type `t`, events or entries of the log of administrators. */
export const oldEvents = async (db: Queryable, { t, before, kept, max }: OldEvents): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(t)} where created < $1 and body ->> 'kind' <> all($2::text[]) order by i limit $3`,
    [before, kept, max],
    `notice.oldEvents.${t}`,
  );
  return rows.map(({ i }) => i);
};

/** Deletes notices and returns how many there were. */
export const forgetNotices = async (db: Queryable, before: Date, max: number): Promise<number> => {
  const rows = await db.query(
    `delete from notice where number in (select number from notice where at < $1 order by at limit $2) returning number`,
    [before, max],
    'notice.forget',
  );
  return rows.length;
};

/** Deletes the choices about items that were deleted permanently. */
export const forgetChoices = (db: Queryable): Promise<unknown> =>
  db.query(
    `delete from notice_choice c where not exists (select from item x where x.t = c.t and x.i = c.i)
      and not exists (select from removed r join item_type k on k.t = c.t where r.root = k.name || '-' || c.i)`,
    [],
  );
