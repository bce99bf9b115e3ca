// Statements that find people and owners by what a file calls them. Unfiltered: for commands of whoever runs the site.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Queryable } from 'src/server/store/database.ts';

interface TypeName {
  readonly name: string;
  readonly number: number;
}

/** Ids by label; more than one where several items have the same. */
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

/** Letters beyond ASCII stay as they are, as in an account's address: some of them become others in lower case. */
const EMAIL = `lower((x.body->>'email') collate "C")`;

/** Whose the addresses are: by the account, else by the User item that has none yet. */
export const usersByEmail = async (
  db: Queryable,
  { name, number }: TypeName,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ItemId>> => {
  const items = await db.query<{ email: string; i: number }>(
    `select ${EMAIL} as email, x.i from item_level x where x.t = $1 and ${EMAIL} = any($2)
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
