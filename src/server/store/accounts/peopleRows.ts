// Finds people and owners by the names in a file. Unfiltered, for commands of the operator.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Queryable } from 'src/server/store/database.ts';

interface TypeName {
  readonly name: string;
  readonly number: number;
}

/** Returns ids by label; several when items have the same label. */
export const itemsLabelled = async (
  db: Queryable,
  { name, number }: TypeName,
  labels: readonly string[],
): Promise<ReadonlyMap<string, readonly ItemId[]>> => {
  const rows = await db.query<{ label: string; i: number }>(
    'select label, i from item where t = $1 and label = any($2) order by i',
    [number, labels],
  );
  const found = new Map<string, ItemId[]>();
  for (const { label, i } of rows) found.set(label, [...(found.get(label) ?? []), itemId(name, i)]);
  return found;
};

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
