// The SQL of events that one transaction wrote. Called by events/notifyEvent.ts only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

interface WrittenTogether {
  /** Number of the type Event. */
  readonly t: number;
  readonly context: ItemId;
  /** The instant of the transaction. */
  readonly created: string;
  readonly kinds: readonly string[];
}

/** Returns the numbers of the events of these kinds that one transaction wrote about an item. */
export const eventsOfWrite = async (
  db: Queryable,
  { t, context, created, kinds }: WrittenTogether,
): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(t)}
     where created = $1 and body ->> 'context' = $2 and body ->> 'kind' = any($3::text[]) order by i`,
    [new Date(created), context, kinds],
    'notice.eventsOfWrite',
  );
  return rows.map(({ i }) => i);
};
