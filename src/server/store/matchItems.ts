// Finds items by their label or by values, without a read filter: the caller shows none that the person may not see. Used by imports.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface Match {
  readonly text: string;
  readonly id: ItemId;
}

/** Returns items of the type whose folded label is that of one of the texts, with that text folded. */
export const itemsByLabel = async (
  db: Queryable,
  { name, number }: Pick<ItemType, 'name' | 'number'>,
  texts: readonly string[],
): Promise<Match[]> => {
  const rows = await db.query<{ i: number; text: string }>(
    `select i, folded as text from ${partitionOf(number)} where folded = any($1::text[])`,
    [texts.map(foldText)],
    `match.label.${number}`,
  );
  return rows.map(({ i, text }) => ({ text, id: itemId(name, i) }));
};

/** Returns items of the type with one of the texts at an unrestricted property, without regard to case. */
export const itemsByValue = async (
  db: Queryable,
  { name, number }: Pick<ItemType, 'name' | 'number'>,
  { path, texts }: { readonly path: string; readonly texts: readonly string[] },
): Promise<Match[]> => {
  const rows = await db.query<{ i: number; text: string }>(
    `select i, lower(body->>$1) as text from ${partitionOf(number)} where lower(body->>$1) = any($2::text[])`,
    [path, texts.map((text) => text.toLowerCase())],
    `match.value.${number}`,
  );
  return rows.map(({ i, text }) => ({ text, id: itemId(name, i) }));
};

export interface KeyMatch {
  readonly id: ItemId;
  readonly acl: number;
  readonly owners: readonly string[];
  readonly values: readonly (string | null)[];
}

/** Returns items of the type whose value at the first of the paths is one of the texts, with their values at all paths. */
export const itemsByKey = async (
  db: Queryable,
  { name, number }: Pick<ItemType, 'name' | 'number'>,
  { paths, texts }: { readonly paths: readonly string[]; readonly texts: readonly string[] },
): Promise<KeyMatch[]> => {
  const rows = await db.query<Omit<KeyMatch, 'id'> & { i: number }>(
    `select i, acl, owners, array(select lower(body->>p) from unnest($1::text[]) with ordinality as x (p, at) order by at) as values
      from ${partitionOf(number)} where lower(body->>($1::text[])[1]) = any($2::text[])`,
    [paths, texts],
    `match.key.${number}`,
  );
  return rows.map(({ i, ...match }) => ({ id: itemId(name, i), ...match }));
};
