// Many people with a session each, written to a database before a server starts: copies of one person, so that each
// has principals of their own. Called by tests and benches of sockets.

import { randomUUID } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';
import { createTokens } from 'src/server/sessions/sessionTokens.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Queryable } from 'src/server/store/database.ts';

const DAY_MS = 86_400_000;
/** Numbers of the copies, above those of the sample. */
const FIRST_COPY = 1_000_000;

const COPIES = `insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
  select x.t, $2 + s, $2 + s, x.u, x.acl, x.level, x.owners, x.created, x.creator, x.updated, x.label, x.folded, x.terms, x.sort_keys,
    x.body - 'email', x.tsv
  from item x join item_type y on y.t = x.t and y.name = 'User', generate_series(1, $3::int) s where x.i = $1`;

const COPIED_PARTS = `insert into item_level (t, i, level, acl, terms, sort_keys, body, tsv)
  select x.t, $2 + s, x.level, x.acl, x.terms, x.sort_keys, x.body, x.tsv
  from item_level x join item_type y on y.t = x.t and y.name = 'User', generate_series(1, $3::int) s where x.i = $1`;

export interface Person {
  readonly userId: ItemId;
  readonly token: string;
}

/** Creates `count` people like the one with this address. */
export const addPeople = async (db: Queryable, email: string, count: number): Promise<readonly Person[]> => {
  const [model] = await db.query<{ user_id: string }>('select user_id from credential where email = $1', [email]);
  const copies = [Number(model?.user_id.split('-')[1]), FIRST_COPY, count];
  await db.query(COPIES, copies);
  await db.query(COPIED_PARTS, copies);
  const tokens = await createTokens(new Uint8Array(await secret(db, 'jwt')), { now: () => new Date() });
  const expires = new Date(Date.now() + DAY_MS);
  const rows = Array.from({ length: count }, (_, at) => ({
    userId: `User-${FIRST_COPY + at + 1}`,
    session: randomUUID(),
    tokenId: randomUUID(),
  }));
  await db.query(
    'insert into session (id, user_id, expires) select id, user_id, $3 from unnest($1::uuid[], $2::text[]) a (id, user_id)',
    [rows.map(({ session }) => session), rows.map(({ userId }) => userId), expires],
  );
  await db.query(
    'insert into session_token (jti, session_id, expires) select jti, id, $3 from unnest($1::uuid[], $2::uuid[]) a (jti, id)',
    [rows.map(({ tokenId }) => tokenId), rows.map(({ session }) => session), expires],
  );
  return await Promise.all(
    rows.map(async ({ userId, tokenId }) => ({ userId, token: await tokens.sign({ userId, tokenId, expires }) })),
  );
};
