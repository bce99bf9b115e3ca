// SQL of daily emails: people whose hour has come, and the notices of each email. Called by events/ only. Hours are computed here and not
// by PostgreSQL, whose time zone data can be newer or older than those of the rest of the product.

import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn, isTimeZone } from 'src/model/calendar/dayIn.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { STANDARD_PREFERENCES } from 'src/server/store/notices/noticeChoices.ts';

interface Hour {
  readonly zone: string;
  readonly hour: number;
}

const ZONE_SQL = 'coalesce(p.zone, $1::text)';
const HOUR_SQL = 'coalesce(p.hour, $2::smallint)';
const WAITING = `notice n left join notice_preference p on p.user_id = n.user_id`;
const IS_WAITING = `n.mode = 'DIGEST' and n.mailed is null and n.unread`;

const DIGEST_HOURS_SQL = `select distinct ${ZONE_SQL} as zone, ${HOUR_SQL} as hour from ${WAITING} where ${IS_WAITING}`;

// Selects notices from before the person's hour of today.
const TAKE_DUE_SQL = `with due as (
    select distinct n.user_id from ${WAITING}
      join unnest($3::text[], $4::smallint[], $5::timestamptz[]) as h (zone, hour, at) on h.zone = ${ZONE_SQL} and h.hour = ${HOUR_SQL}
    where ${IS_WAITING} and n.at < h.at order by n.user_id limit $7),
  taken as (update notice n set mailed = $6::timestamptz from due where n.user_id = due.user_id and n.mode = 'DIGEST' and n.mailed is null)
  select user_id as "user" from due`;

/** Returns the instant of the hour on the current day in its time zone. */
const instantToday = ({ zone, hour }: Hour, now: Date): Date | undefined =>
  isTimeZone(zone) ? instantOf(dayIn(now, zone), `${String(hour).padStart(2, '0')}:00`, zone) : undefined;

/** Returns the people whose hour has come, each once, and assigns their waiting notices to the daily email of this time. */
export const takeDue = async (
  db: Queryable,
  { now, timeZone, max }: { readonly now: Date; readonly timeZone: string; readonly max: number },
): Promise<ItemId[]> => {
  const standard = [timeZone, STANDARD_PREFERENCES.hour];
  const come = (await db.query<Hour>(DIGEST_HOURS_SQL, standard, 'digest.hours')).flatMap((each) => {
    const at = instantToday(each, now);
    return at && at <= now ? [{ ...each, at }] : [];
  });
  if (come.length === 0) return [];
  const columns = [come.map(({ zone }) => zone), come.map(({ hour }) => hour), come.map(({ at }) => at)];
  const rows = await db.query<{ user: ItemId }>(TAKE_DUE_SQL, [...standard, ...columns, now, max], 'digest.take');
  return rows.map(({ user }) => user);
};
