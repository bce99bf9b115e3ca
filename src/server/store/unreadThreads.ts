// Conversations of a person with unread messages of others, for the search filter `unread`. A conversation belongs to its participants, and
// between organizations to all their members. Unfiltered: the search shows what its caller may see.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

// The terms restrict the index of conversations to those of the person and of their owners; conditions on the body select those that
// concern the person. $1 the person, $2 the prefix of a conversation's id, $3 the owners of which the person is a member.
export const unreadSql = (thread: number, mark: number): string => `with mark as (
    select m.body->>'context' as context, (m.body->>'seen')::int as seen from ${partitionOf(mark)} m
    where m.terms && array(select id from term where prop = 'user' and val = $1)::int[])
  select x.i from ${partitionOf(thread)} x left join mark on mark.context = $2 || x.i
  where x.terms && array(select id from term where prop in ('openedBy', 'assignedTo', 'participants') and val = $1
      union all select id from term where prop in ('parties', 'owner') and val = any($3::text[]))::int[]
    and (x.body->>'messageCount')::int > coalesce(mark.seen, 0)
    and x.body->>'lastAuthor' is distinct from $1
    and (x.body->>'openedBy' = $1 or x.body->>'assignedTo' = $1 or x.body->'participants' @> to_jsonb($1::text)
      or x.body->'parties' ?| $3::text[] or (x.body ? 'parties' and x.body->>'owner' = any($3::text[])))
  order by x.i`;

/** Returns the numbers of the conversations in ascending order. */
export const unreadOf = async (
  { database, registry }: { readonly database: Queryable; readonly registry: ServerRegistry },
  { userId, memberships }: Pick<Subject, 'userId' | 'memberships'>,
): Promise<Int32Array> => {
  const thread = registry.types[registry.conversations?.thread ?? ''];
  const mark = registry.types[SYSTEM_TYPES.readMark];
  if (!thread || !mark || userId === undefined) return new Int32Array(0);
  const rows = await database.query<{ i: number }>(
    unreadSql(thread.number, mark.number),
    [userId, `${thread.name}-`, memberships.map(({ owner }) => owner)],
    'unreadThreads',
  );
  return Int32Array.from(rows, ({ i }) => i);
};
