// Finds the items that follow the account of a person and adds the job that updates them, in the transaction that changes the account. The
// job runs in accounts/followAccounts.ts.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { addJob } from 'src/server/store/jobRows.ts';
import type { Queryable } from 'src/server/store/database.ts';

export const FOLLOW_ACCOUNT = 'followAccount';

/** Properties of a User item that change the state of the account or the person that it belongs to. */
const FOLLOWED: readonly string[] = ['blocked', 'contact'];

/** Returns true for a type whose items hold the state of a person's account. */
export const followsAccounts = ({ properties }: Pick<ServerItemType, 'properties'>): boolean =>
  Object.hasOwn(properties, '$account');

/** Adds the job. `id` is the User item, or the item of the person. */
export const followAccountLater = (db: Queryable, id: ItemId): Promise<void> =>
  addJob(db, { name: FOLLOW_ACCOUNT, payload: { id }, key: `${FOLLOW_ACCOUNT} ${id}` });

interface Written {
  readonly id: ItemId;
  readonly type: string;
  readonly properties: Readonly<Record<string, Json>>;
}

/** Adds the job for the contact of a User item that was created, restored or removed. */
export const followContactOf = async (db: Queryable, { type, properties }: Omit<Written, 'id'>): Promise<void> => {
  const { contact } = properties;
  if (type === SYSTEM_TYPES.user && typeof contact === 'string') await followAccountLater(db, contact);
};

/** Adds the jobs for a changed item: for the account, for its former contact and for the present contact. */
export const followChange = async (
  db: Queryable,
  before: Written,
  changes: Readonly<Record<string, Json>>,
): Promise<void> => {
  if (before.type !== SYSTEM_TYPES.user || !FOLLOWED.some((name) => Object.hasOwn(changes, name))) return;
  await followAccountLater(db, before.id);
  if (!Object.hasOwn(changes, 'contact')) return;
  for (const properties of [before.properties, changes]) await followContactOf(db, { type: before.type, properties });
};

export interface Unfollowed {
  readonly type: Pick<ServerItemType, 'number'>;
  /** Name of the property with the state. */
  readonly state: '$account' | 'account';
  readonly most: number;
}

/** Returns items of the type without a state, from before the site followed accounts. */
export const unfollowed = async (db: Queryable, { type, state, most }: Unfollowed): Promise<number[]> =>
  (
    await db.query<{ i: number }>(
      `select i from item x where t = $1 and not body ? $3
       and not exists (select from item_level l where l.t = x.t and l.i = x.i and l.body ? $3) order by i limit $2`,
      [type.number, most, state],
    )
  ).map(({ i }) => i);
