// Replies that are fetched later, part by part, by the session that they were made for, from any process on the database.

import type { Queryable } from 'src/server/store/database.ts';

export interface HeldReplyPart {
  readonly body: string;
  readonly last: boolean;
  /** The body is not the part but where the answer goes on: the part is made now. */
  readonly continues: boolean;
}

/** Seconds that a held reply waits for its (next) reader. Source: PROTOCOL 2. */
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

/** The next part, once. A wrong session finds nothing; reading keeps the rest alive. */
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
