// SQL that finds people by their relation to an item: members of its owners, administrators of the site, users of a contact; and the
// principals that read something. Called by events/recipients.ts only.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Returns the numbers of users with one of the ids at the path, including restricted properties. */
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

/** Rights of a member in an owner. One of them is enough. */
interface HeldRights {
  readonly owners: readonly ItemId[];
  /** Capability whose holders are meant; undefined for administrators of the owner. */
  readonly capability: string | undefined;
}

/** Returns the numbers of users with such a membership in one of the owners, current or not. It reads no other members. */
export const membersWith = async (
  db: Queryable,
  userType: number,
  { owners, capability }: HeldRights,
): Promise<number[]> => {
  if (owners.length === 0) return [];
  const terms = `(select array(select id from term where prop = 'memberships.owner' and val = any($1::text[])))`;
  const rows = await db.query<{ i: number }>(
    `select distinct i from (
        select i, body from ${partitionOf(userType)} where terms && ${terms}
        union all select i, body from item_level where t = ${userType} and terms && ${terms}) member
      cross join lateral jsonb_array_elements(body -> 'memberships') as m
      where m ->> 'owner' = any($1::text[])
        and case when $2::text is null then m -> 'admin' = 'true' else m -> 'capabilities' ? $2 end`,
    [owners, capability ?? null],
    'notice.membersWith',
  );
  return rows.map(({ i }) => i);
};

/** Returns the numbers of users whose properties contain these values. */
export const usersWith = async (db: Queryable, userType: number, values: Values): Promise<number[]> => {
  const holds = `body @> $1::jsonb`;
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(userType)} where ${holds} union select i from item_level where t = ${userType} and ${holds}`,
    [JSON.stringify(values)],
    'notice.usersWith',
  );
  return rows.map(({ i }) => i);
};

/** Returns the numbers of users with a membership that ended between these instants. */
export const usersEnded = async (
  db: Queryable,
  userType: number,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select distinct i from (
        select i, body from ${partitionOf(userType)} where body ? 'memberships'
        union all select i, body from item_level where t = ${userType} and body ? 'memberships') member
      cross join lateral jsonb_array_elements(body -> 'memberships') as m
      where (m ->> 'to')::timestamptz > $1 and (m ->> 'to')::timestamptz <= $2 order by i`,
    [after, until],
    'notice.usersEnded',
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
