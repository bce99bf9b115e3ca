// Updates readers when the rights of a granter change, because a grant gives at most what its granter holds. Called by the item store after
// a User was written or removed, in its transaction. Few items are updated at once. For more, all grants on these items are suspended:
// their reader sets are closed, and a job computes the readers again.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { grantedByUser, type ItemKey } from 'src/server/store/grantRows.ts';
import { idsOfNumbers } from 'src/server/store/holders.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import { rightsUntil } from 'src/server/store/readers/subjectFrom.ts';
import { READERS_AT_ONCE, countBelow, refreshReaders } from 'src/server/store/moveReaders.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

const RIGHTS_PROPERTIES = ['admin', 'blocked', 'memberships', 'siteReads', 'siteCapabilities'] as const;
/** Items of one transaction of the job, not counting their dependents. */
const GRANTED_ITEMS_PER_BATCH = 250;

export const REFRESH_GRANTED = 'refreshGranted';
/** Job for memberships of granters that begin or end at a point in time. */
export const FOLLOW_CLOCK = 'followMemberships';

const followClock = async (tx: Transaction, parts: StoreContext, granter: ItemId): Promise<void> => {
  const user = await parts.find(tx, granter);
  const at = user && rightsUntil(user.properties, parts.clock.now());
  if (at)
    await addJobLater(
      tx,
      { name: FOLLOW_CLOCK, payload: { id: granter }, key: `${FOLLOW_CLOCK} ${granter} ${at.toISOString()}` },
      at,
    );
};

const CLOSE = `with gone as (insert into closed_acl (acl, base) select id, base from acl where granters @> array[$1::text]
    on conflict do nothing returning acl, base)
  insert into outbox (t, i, n, u, acl, op, moved)
    select 0, 0, 0, 0, 0, 'p', array(select unnest(array[acl, base]) from gone) where exists (select from gone)`;
/** The same readers get another acl later, so the closed ones are never opened again. */
const RETIRE = `update acl set key = 'closed ' || id where granters @> array[$1::text] and id in (select acl from closed_acl) returning id`;

export const changesRights = (type: string, changes: Readonly<Record<string, unknown>>): boolean =>
  type === SYSTEM_TYPES.user && RIGHTS_PROPERTIES.some((name) => Object.hasOwn(changes, name));

const keysByPlan = ({ planOfNumber }: StoreContext, items: readonly ItemKey[]) =>
  [...new Set(items.map(({ t }) => t))].flatMap((t) => {
    const plan = planOfNumber.get(t);
    return plan ? [{ plan, numbers: items.filter((each) => each.t === t).map(({ i }) => i) }] : [];
  });

const isFew = async (tx: Transaction, parts: StoreContext, items: readonly ItemKey[]): Promise<boolean> => {
  let count = items.length;
  for (const { plan, numbers } of keysByPlan(parts, items))
    if (count <= READERS_AT_ONCE) count += await countBelow(tx, parts, idsOfNumbers(plan, numbers));
  return count <= READERS_AT_ONCE;
};

const refreshItems = async (tx: Transaction, parts: StoreContext, items: readonly ItemKey[]): Promise<void> => {
  for (const { plan, numbers } of keysByPlan(parts, items)) await refreshReaders(tx, parts, plan.type.name, numbers);
};

export const refreshGranted = async (tx: Transaction, parts: StoreContext, granter: ItemId): Promise<void> => {
  await followClock(tx, parts, granter);
  const granted = await grantedByUser(tx, granter, READERS_AT_ONCE + 1);
  if (await isFew(tx, parts, granted)) return refreshItems(tx, parts, granted);
  await tx.query(CLOSE, [granter]);
  await tx.addJob(REFRESH_GRANTED, { id: granter }, `${REFRESH_GRANTED} ${granter}`);
};

/** Schedules itself for the next such time. */
export const createFollowClockJob =
  (parts: StoreContext): JobHandler =>
  async (payload) => {
    await parts.database.transaction(async (tx) => {
      const granter = String(payload['id']);
      if (await parts.find(tx, granter, 'share')) await refreshGranted(tx, parts, granter);
    });
    parts.database.notify(FEED);
  };

export const createRefreshGrantedJob =
  (parts: StoreContext): JobHandler =>
  async (payload, signal) => {
    const { database } = parts;
    const granter = String(payload['id']);
    const retired = await database.query<{ id: number }>(RETIRE, [granter]);
    const granted = await grantedByUser(database, granter);
    for (let from = 0; from < granted.length; from += GRANTED_ITEMS_PER_BATCH) {
      signal.throwIfAborted();
      await database.transaction(async (tx) => {
        await parts.find(tx, granter, 'share'); // locked before the items, in the same order as a write of the user
        await refreshItems(tx, parts, granted.slice(from, from + GRANTED_ITEMS_PER_BATCH));
      });
      database.notify(FEED);
    }
    await database.query('delete from closed_acl where acl = any($1::int[])', [retired.map(({ id }) => id)]);
  };
