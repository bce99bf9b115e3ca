// Conversations that somebody takes part in and has not read to the end, asked of the database for the search filter `unread`. Unfiltered:
// the search shows of them what its asker may see.

import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

// The same people as those who get a notice of a message. $1 the person, $2 what numbers of conversations stand behind.
const unreadSql = (thread: number, mark: number): string => `with mark as (
    select m.body->>'context' as context, (m.body->>'seen')::int as seen from ${partitionOf(mark)} m
    where m.terms && array(select id from term where prop = 'user' and val = $1)::int[])
  select x.i from ${partitionOf(thread)} x left join mark on mark.context = $2 || x.i
  where (x.body->>'messageCount')::int > coalesce(mark.seen, 0)
    and (x.body->>'openedBy' = $1 or x.body->>'assignedTo' = $1 or x.body->'participants' @> to_jsonb($1::text))
  order by x.i`;

/** Numbers of the conversations, ascending. */
export const unreadOf = async (
  { database, registry }: { readonly database: Queryable; readonly registry: ServerRegistry },
  person: ItemId,
): Promise<Int32Array> => {
  const thread = registry.types[registry.conversations?.thread ?? ''];
  const mark = registry.types[SYSTEM_TYPES.readMark];
  if (!thread || !mark) return new Int32Array(0);
  const rows = await database.query<{ i: number }>(
    unreadSql(thread.number, mark.number),
    [person, `${thread.name}-`],
    'unreadThreads',
  );
  return Int32Array.from(rows, ({ i }) => i);
};
