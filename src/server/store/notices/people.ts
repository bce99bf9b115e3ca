// The SQL that finds people by what they are to an item: members of its owners, administrators of the site, those that a contact stands
// for; and the keys of the principals that read something. Called by events/audience.ts only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Numbers of the users that hold one of the ids by the path, restricted properties included. */
export const usersHolding = async (
  db: Queryable,
  userType: number,
  { path, ids }: { readonly path: string; readonly ids: readonly ItemId[] },
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const terms = `(select array(select id from term where prop = $1 and val = any($2::text[])))`;
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(userType)} where terms && ${terms}
      union select i from item_level where t = ${userType} and terms && ${terms}`,
    [path, ids],
    'notice.usersHolding',
  );
  return rows.map(({ i }) => i);
};

/** Numbers of the users for whom the property of theirs is true. */
export const usersWith = async (db: Queryable, userType: number, name: string): Promise<number[]> => {
  const holds = `body @> jsonb_build_object($1::text, true)`;
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(userType)} where ${holds} union select i from item_level where t = ${userType} and ${holds}`,
    [name],
    'notice.usersWith',
  );
  return rows.map(({ i }) => i);
};

export const readerKeysOf = async (db: Queryable, acl: number): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ key: string }>(
    'select p.key from acl a join principal p on p.id = any(a.readers) where a.id = $1',
    [acl],
    'notice.readerKeys',
  );
  return new Set(rows.map(({ key }) => key));
};
