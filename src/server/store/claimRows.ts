// Facts that hold only while a process confirms them. Each has a key, a value and an end; a later claim of the same key replaces it.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export const putClaim = (
  db: Queryable,
  key: string,
  { value, until }: { readonly value: Json; readonly until: Date },
): Promise<unknown> =>
  db.query(
    `insert into claim (key, value, until) values ($1, $2::jsonb, $3)
     on conflict (key) do update set value = excluded.value, until = excluded.until`,
    [key, JSON.stringify(value), until],
    'claim.put',
  );

/** Returns the value of a claim that holds at that time. */
export const claimAt = async (db: Queryable, key: string, now: Date): Promise<Json | undefined> => {
  const rows = await db.query<{ value: Json }>(
    'select value from claim where key = $1 and until > $2',
    [key, now],
    'claim.at',
  );
  return rows[0]?.value;
};

/** Ends a claim, if it still has this value. */
export const endClaim = (db: Queryable, key: string, value: Json): Promise<unknown> =>
  db.query('delete from claim where key = $1 and value = $2::jsonb', [key, JSON.stringify(value)], 'claim.end');

export const pruneClaims = (db: Queryable): Promise<unknown> => db.query('delete from claim where until < now()');

/** Value of a claim that a person may cause writes of another one. */
export type HelpClaim = Readonly<Record<'person' | 'helper', ItemId>>;

/** Key of the claim that a person may cause writes of another one, by the name that the writes give. */
export const helpClaim = (name: string): string => `help ${name}`;
