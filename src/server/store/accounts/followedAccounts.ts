// Which items stand for people and are to follow their accounts: the job is added here, in the transaction of what changes the account. It runs in
// accounts/followAccounts.ts.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { addJob } from 'src/server/store/jobRows.ts';
import type { Queryable } from 'src/server/store/database.ts';

export const FOLLOW_ACCOUNT = 'followAccount';

/** Properties of a User item by which the state of the account, or whose it is, changes. */
const FOLLOWED: readonly string[] = ['blocked', 'contact'];

/** A type whose items hold the state of a person's account. */
export const followsAccounts = ({ properties }: Pick<ServerItemType, 'properties'>): boolean =>
  Object.hasOwn(properties, '$account');

/** `id` of the User item, or of the item that stands for the person. */
export const followAccountLater = (db: Queryable, id: ItemId): Promise<void> =>
  addJob(db, { name: FOLLOW_ACCOUNT, payload: { id }, key: `${FOLLOW_ACCOUNT} ${id}` });

interface Written {
  readonly id: ItemId;
  readonly type: string;
  readonly properties: Readonly<Record<string, Json>>;
}

/** Of a User item that was made, restored or removed. */
export const followContactOf = async (db: Queryable, { type, properties }: Omit<Written, 'id'>): Promise<void> => {
  const { contact } = properties;
  if (type === SYSTEM_TYPES.user && typeof contact === 'string') await followAccountLater(db, contact);
};

/** Of an item that was changed: both who the account stood for and who it stands for. */
export const followChange = async (
  db: Queryable,
  before: Written,
  changes: Readonly<Record<string, Json>>,
): Promise<void> => {
  if (before.type !== SYSTEM_TYPES.user || !FOLLOWED.some((name) => Object.hasOwn(changes, name))) return;
  await followContactOf(db, before);
  if (Object.hasOwn(changes, 'contact')) await followContactOf(db, { type: before.type, properties: changes });
};

/** Items of the type that hold no state yet, as before a site followed accounts. */
export const unfollowed = async (db: Queryable, type: ServerItemType, most: number): Promise<number[]> =>
  (
    await db.query<{ i: number }>(
      `select i from item x where t = $1 and not body ? '$account'
       and not exists (select from item_level l where l.t = x.t and l.i = x.i and l.body ? '$account') order by i limit $2`,
      [type.number, most],
    )
  ).map(({ i }) => i);
