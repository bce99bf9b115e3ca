// Creates a book of the toy world with the number of files that a bench needs.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Database } from 'src/server/store/database.ts';

const ATTACHMENT = 5;

interface Store {
  readonly database: Database;
  insert(type: string, properties: Readonly<Record<string, Json>>): Promise<ItemId>;
}

/** The store writes one file. The others are copies of its row, each with its own label. */
export const withFiles = async ({ database, insert }: Store, count: number): Promise<ItemId> => {
  const shelf = await insert('Shelf', { name: 'A shelf' });
  const book = await insert('Book', { title: 'Many files', shelf, $access: 'PUBLIC' });
  const file = { originalName: 'field notes.txt', rel: book, fileID: 'a'.repeat(64), size: 5 };
  const first = Number((await insert('Attachment', file)).split('-')[1]);
  await database.query('update counter set next = next + $1 where key in (0, $2)', [2 * count, ATTACHMENT]);
  for (let from = 1; from < count; from += 2000)
    await database.query(
      `insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
       select t, i + s, n + s, u, acl, level, owners, created, creator, updated, label || ' ' || s, folded || ' ' || s, terms, sort_keys, body, tsv
       from item, generate_series($3::int, $4::int) s where t = $1 and i = $2`,
      [ATTACHMENT, first, from, Math.min(count, from + 2000) - 1],
    );
  await database.maintain('vacuum analyze');
  return book;
};
