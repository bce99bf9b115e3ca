// Replies that are fetched later in parts, by the session that requested them, from any process on the database.

import type { Queryable } from 'src/server/store/database.ts';

export interface HeldReplyPart {
  readonly body: string;
  readonly last: boolean;
  /** The body contains the position of the next part, which is made now. */
  readonly continues: boolean;
}

/** Seconds for which a held reply waits for its next part to be fetched. */
const HELD_SECONDS = 60;

export const holdReply = async (
  db: Queryable,
  key: string,
  sessionId: string | undefined,
  bodies: readonly string[],
  continues = false,
): Promise<void> => {
  await db.query(
    `insert into held_part (key, part, last, session_id, expires, body, continues)
     select $1, n, n = cardinality($3::text[]), $2, now() + make_interval(secs => $4), body, $5
     from unnest($3::text[]) with ordinality as each (body, n)`,
    [key, sessionId ?? null, bodies, HELD_SECONDS, continues],
  );
};

/** Returns the next part, once. Another session finds nothing. Reading extends the life of the rest. */
export const takeReplyPart = async (
  db: Queryable,
  key: string,
  sessionId: string | undefined,
): Promise<HeldReplyPart | undefined> => {
  const [part] = await db.query<HeldReplyPart>(
    `delete from held_part where (key, part) = (
       select key, part from held_part
       where key = $1 and session_id is not distinct from $2 and expires > now()
       order by part limit 1 for update)
     returning body, last, continues`,
    [key, sessionId ?? null],
  );
  if (part && !part.last)
    await db.query('update held_part set expires = now() + make_interval(secs => $2) where key = $1', [
      key,
      HELD_SECONDS,
    ]);
  return part;
};

export const pruneHeldReplies = async (db: Queryable): Promise<void> => {
  await db.query('delete from held_part where expires < now()');
};
