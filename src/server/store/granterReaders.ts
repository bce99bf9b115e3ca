// A grant gives no more than its granter holds: when the rights of a user change, the readers of what that user has granted do too.
// Called by the item store after a write or removal of a User, in its transaction. A few items move at once. Of more, every grant
// beside those of the user ends with them for a moment: their reader sets are closed, and a job works out the readers anew.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { grantedByUser, type ItemKey } from 'src/server/store/grantRows.ts';
import { idsOf } from 'src/server/store/holders.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import { rightsUntil } from 'src/server/store/readers/subjectFrom.ts';
import { AT_ONCE, countBelow, refreshReaders } from 'src/server/store/moveReaders.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

const RIGHTS = ['admin', 'blocked', 'memberships', 'siteReads', 'siteCapabilities'] as const;
/** Items of one transaction of the job, beside what belongs to them. */
const BATCH = 250;

export const REFRESH_GRANTED = 'refreshGranted';
/** When a membership of a granter begins or ends by the clock. */
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
/** What is read by the same people later has another acl, so that none of these is ever opened again. */
const RETIRE = `update acl set key = 'closed ' || id where granters @> array[$1::text] and id in (select acl from closed_acl) returning id`;

export const changesRights = (type: string, changes: Readonly<Record<string, unknown>>): boolean =>
  type === SYSTEM_TYPES.user && RIGHTS.some((name) => Object.hasOwn(changes, name));

const numbersByPlan = ({ planOfNumber }: StoreContext, items: readonly ItemKey[]) =>
  [...new Set(items.map(({ t }) => t))].flatMap((t) => {
    const plan = planOfNumber.get(t);
    return plan ? [{ plan, numbers: items.filter((each) => each.t === t).map(({ i }) => i) }] : [];
  });

const isFew = async (tx: Transaction, parts: StoreContext, items: readonly ItemKey[]): Promise<boolean> => {
  let count = items.length;
  for (const { plan, numbers } of numbersByPlan(parts, items))
    if (count <= AT_ONCE) count += await countBelow(tx, parts, idsOf(plan, numbers));
  return count <= AT_ONCE;
};

const refreshItems = async (tx: Transaction, parts: StoreContext, items: readonly ItemKey[]): Promise<void> => {
  for (const { plan, numbers } of numbersByPlan(parts, items)) await refreshReaders(tx, parts, plan.type.name, numbers);
};

export const refreshGranted = async (tx: Transaction, parts: StoreContext, granter: ItemId): Promise<void> => {
  await followClock(tx, parts, granter);
  const granted = await grantedByUser(tx, granter, AT_ONCE + 1);
  if (await isFew(tx, parts, granted)) return refreshItems(tx, parts, granted);
  await tx.query(CLOSE, [granter]);
  await tx.addJob(REFRESH_GRANTED, { id: granter }, `${REFRESH_GRANTED} ${granter}`);
};

/** Repeats itself at the next such moment. */
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
    for (let from = 0; from < granted.length; from += BATCH) {
      signal.throwIfAborted();
      await database.transaction(async (tx) => {
        await parts.find(tx, granter, 'share'); // before the items, as a write of the user does
        await refreshItems(tx, parts, granted.slice(from, from + BATCH));
      });
      database.notify(FEED);
    }
    await database.query('delete from closed_acl where acl = any($1::int[])', [retired.map(({ id }) => id)]);
  };
