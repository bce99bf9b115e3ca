// The SQL of daily letters: whose morning it is, and what stands in each from then on. Called by events/ only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

// What came before the person's hour of today, once that hour is there. $1 now, $3 the site's time zone.
const HOUR = `(date_trunc('day', $1::timestamptz at time zone coalesce(p.zone, $3)) + make_interval(hours => coalesce(p.hour, 7)))
  at time zone coalesce(p.zone, $3)`;
const TAKE = `with due as (
    select distinct n.user_id from notice n left join notice_preference p on p.user_id = n.user_id
    where n.mode = 'DIGEST' and n.mailed is null and n.unread and n.at < ${HOUR} and $1::timestamptz >= ${HOUR} order by n.user_id limit $2),
  taken as (update notice n set mailed = $1::timestamptz from due where n.user_id = due.user_id and n.mode = 'DIGEST' and n.mailed is null)
  select user_id as "user" from due`;

/** People whose hour it is, each once; what waits for them is in the daily letter of this moment from now on. */
export const takeDue = async (
  db: Queryable,
  { now, timeZone, max }: { readonly now: Date; readonly timeZone: string; readonly max: number },
): Promise<ItemId[]> => {
  const rows = await db.query<{ user: ItemId }>(TAKE, [now, max, timeZone], 'digest.take');
  return rows.map(({ user }) => user);
};
