// SQL of events that one transaction wrote. Called by events/yieldedEvents.ts only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

interface WrittenTogether {
  /** Number of the type Event. */
  readonly t: number;
  /** Relation of an event that names one of `ids`: the item that it is about, or the item whose log contains it. */
  readonly by: 'context' | 'project';
  readonly ids: readonly ItemId[];
  /** Instant of the transaction. */
  readonly created: string;
  readonly kinds: readonly string[];
}

/** Returns the numbers of the events of these kinds that one transaction wrote about the items. */
export const eventsOfWrite = async (
  db: Queryable,
  { t, by, ids, created, kinds }: WrittenTogether,
): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(t)}
     where created = $1 and body ->> '${by}' = any($2::text[]) and body ->> 'kind' = any($3::text[]) order by i`,
    [new Date(created), ids, kinds],
    `notice.eventsOfWrite.${by}`,
  );
  return rows.map(({ i }) => i);
};
