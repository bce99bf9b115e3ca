// Finds people by the addresses in a table. Unfiltered: only administrators import people.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Queryable } from 'src/server/store/database.ts';

interface TypeName {
  readonly name: string;
  readonly number: number;
}

/** Non-ASCII letters stay unchanged, as in the address of an account, because lower case turns some of them into others. */
const EMAIL_SQL = `lower((x.body->>'email') collate "C")`;

/** Returns users by address: that of the account, or that of a User item without an account. */
export const usersByEmail = async (
  db: Queryable,
  { name, number }: TypeName,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ItemId>> => {
  const items = await db.query<{ email: string; i: number }>(
    `select ${EMAIL_SQL} as email, x.i from item_level x where x.t = $1 and ${EMAIL_SQL} = any($2)
      and not exists (select from credential c where c.user_id = $3 || '-' || x.i) order by x.i desc`,
    [number, emails, name],
  );
  const accounts = await db.query<{ email: string; user_id: ItemId }>(
    'select email, user_id from credential where email = any($1)',
    [emails],
  );
  return new Map([
    ...items.map(({ email, i }) => [email, itemId(name, i)] as const),
    ...accounts.map((row) => [row.email, row.user_id] as const),
  ]);
};
