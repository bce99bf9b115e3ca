// SQL of notices: created for many people at once, listed, counted and marked for one. Called by events/ only. The read filter is applied
// on every read: a notice whose events are all hidden is neither listed nor counted.

import type { ItemId } from 'src/model/item/Item.ts';
import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface NoticeRow {
  readonly number: number;
  readonly user: ItemId;
  readonly kind: string;
  /** Type and number of the item that it is about. */
  readonly t: number;
  readonly i: number;
  readonly by: ItemId;
  /** Numbers of its events, oldest first. */
  readonly events: readonly number[];
  readonly also: readonly ItemId[] | null;
  readonly at: Date;
  readonly unread: boolean;
}

const NOTICE_COLUMNS = `n.number, n.user_id as "user", n.kind, n.t, n.i, n.by, n.events, n.also, n.at, n.unread`;

export interface NewNotices {
  readonly kind: string;
  readonly t: number;
  readonly i: number;
  readonly by: ItemId;
  readonly at: Date;
  readonly event: number;
  readonly also: readonly ItemId[] | null;
  readonly people: readonly { readonly user: ItemId; readonly mode: string }[];
}

export interface MadeNotice {
  readonly number: number;
  readonly user: ItemId;
  readonly mode: string;
  /** False when an earlier notice of the same item includes the event. */
  readonly fresh: boolean;
}

/** Events of one item and kind within this time are one notice. */
const TOGETHER = `interval '10 minutes'`;

/** Maximum number of items that a notice names. */
export const MAX_ALSO = 200;

// $1 users, $2 modes, $3 t, $4 i, $5 kind, $6 by, $7 at, $8 event, $9 also. A repeated job finds the event in the notices.
const MAKE_NOTICES_SQL = `with asked as (select * from unnest($1::text[], $2::text[]) as a (user_id, mode)),
  fresh as (select a.* from asked a where not exists
    (select from notice n where n.t = $3 and n.i = $4 and n.user_id = a.user_id and n.events @> array[$8::int])),
  open as (select distinct on (n.user_id) n.number, n.user_id from notice n join fresh f using (user_id)
    where n.t = $3 and n.i = $4 and n.kind = $5 and n.unread and n.since > $7::timestamptz - ${TOGETHER} order by n.user_id, n.since desc),
  joined as (update notice n set events = n.events || $8::int, by = $6, at = $7::timestamptz,
      also = case when $9::text[] is null then n.also else (coalesce(n.also, '{}') || $9::text[])[1:${MAX_ALSO}] end
    from open where n.number = open.number returning n.number, n.user_id, n.mode),
  made as (insert into notice (user_id, kind, t, i, by, events, also, since, at, mode)
    select f.user_id, $5, $3, $4, $6, array[$8::int], $9::text[], $7, $7, f.mode from fresh f
    where f.user_id not in (select user_id from open) returning number, user_id, mode)
  select number, user_id as "user", mode, true as fresh from made union all select number, user_id, mode, false from joined`;

/** Notifies these people of an event, once. Runs serially per item, so that two of its events become one notice. */
export const makeNotices = async (tx: Transaction, made: NewNotices): Promise<MadeNotice[]> => {
  const { people, t, i, kind, by, at, event, also } = made;
  if (people.length === 0) return [];
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`notices ${t} ${i}`], 'notice.lock');
  return await tx.query<MadeNotice>(
    MAKE_NOTICES_SQL,
    [people.map(({ user }) => user), people.map(({ mode }) => mode), t, i, kind, by, at, event, also],
    'notice.make',
  );
};

const PUBLISH = `insert into outbox (t, i, n, u, acl, op, moved) values ($1, $2, 0, 0, 0, 'n', '{}')`;

/** Notifies every process that an event has notices, or with the type Notify that a user marked some. */
export const publishNotices = async (tx: Transaction, t: number, i: number): Promise<void> => {
  await tx.query(PUBLISH, [t, i], 'notice.publish');
};

/** Returns the notices of these users of an event of the item; of all users without a list. */
export const noticesOfEvent = (
  db: Queryable,
  { t, i, event, users }: { t: number; i: number; event: number; users: readonly ItemId[] | undefined },
): Promise<NoticeRow[]> =>
  db.query<NoticeRow>(
    `select ${NOTICE_COLUMNS} from notice n where n.t = $1 and n.i = $2 and ($3::text[] is null or n.user_id = any($3::text[])) and n.events @> array[$4::int]`,
    [t, i, users ?? null, event],
    'notice.ofEvent',
  );

/** Returns the notices of these users of an event without item. */
export const noticesOfPeople = (db: Queryable, event: number, users: readonly ItemId[]): Promise<NoticeRow[]> =>
  db.query<NoticeRow>(
    `select ${NOTICE_COLUMNS} from notice n where n.user_id = any($1::text[]) and n.events @> array[$2::int]`,
    [users, event],
    'notice.ofPeople',
  );

/** Returns the acls of the items and events of these notices. `eventType` is the number of the type Event. */
export const aclsOfNotices = async (
  db: Queryable,
  numbers: readonly number[],
  eventType: number,
): Promise<readonly number[]> => {
  const rows = await db.query<{ acl: number }>(
    `select x.acl from notice n join item x on x.t = n.t and x.i = n.i where n.number = any($1::int[])
      union select e.acl from notice n join ${partitionOf(eventType)} e on e.i = any(n.events) where n.number = any($1::int[])`,
    [numbers],
    'notice.acls',
  );
  return rows.map(({ acl }) => acl);
};

export interface NoticeQuery {
  readonly user: ItemId;
  readonly mask: Buffer;
  /** Number of the type Event. */
  readonly eventType: number;
}

/** $1 user, $2 mask. The user may still read the item and at least one of the notice's events. */
const isShownSql = (eventType: number): string => `n.user_id = $1
  and exists (select from item x where x.t = n.t and x.i = n.i and ${readable(aclOf('x'), '$2')})
  and exists (select from ${partitionOf(eventType)} e where e.t = ${eventType} and e.i = any(n.events) and ${readable(aclOf('e'), '$2')})
  and (n.also is null or exists (select from unnest(n.also) as a (id)
    join item_type k on k.name = split_part(a.id, '-', 1)
    join item x on x.t = k.t and x.i = split_part(a.id, '-', 2)::int where ${readable(aclOf('x'), '$2')}))`;

export interface NoticePage {
  readonly numbers?: readonly number[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly unread?: boolean | undefined;
  readonly since?: Date | undefined;
  /** Restricts the result to the daily email of this time. */
  readonly mailed?: Date | undefined;
  /** Restricts the result to notices older than this one. */
  readonly before?: number | undefined;
  readonly max: number;
}

/** Returns the condition for notices of the same user. */
const olderThan = (at: string): string =>
  `(n.at, n.number) < (select o.at, o.number from notice o where o.number = ${at}::int and o.user_id = $1)`;

/** Returns notices, newest first. The statement contains only the requested conditions: a plan for all of them would scan the table. */
export const listNotices = (
  db: Queryable,
  { user, mask, eventType }: NoticeQuery,
  { numbers, kinds, unread, since, mailed, before, max }: NoticePage,
): Promise<NoticeRow[]> => {
  const optionalFilters = [
    { name: 'numbers', value: numbers, holds: (at: string) => `n.number = any(${at}::int[])` },
    { name: 'kinds', value: kinds, holds: (at: string) => `n.kind = any(${at}::text[])` },
    { name: 'unread', value: unread, holds: (at: string) => `n.unread = ${at}::bool` },
    { name: 'since', value: since, holds: (at: string) => `n.at >= ${at}::timestamptz` },
    { name: 'mailed', value: mailed, holds: (at: string) => `n.mailed = ${at}::timestamptz` },
    { name: 'before', value: before, holds: olderThan },
  ].filter(({ value }) => value !== undefined);
  const conditions = optionalFilters.map(({ holds }, at) => `and ${holds(`$${at + 4}`)}`);
  return db.query<NoticeRow>(
    `select ${NOTICE_COLUMNS} from notice n where ${isShownSql(eventType)} ${conditions.join(' ')} order by n.at desc, n.number desc limit $3`,
    [user, mask, max, ...optionalFilters.map(({ value }) => value)],
    ['notice.list', ...optionalFilters.map(({ name }) => name)].join('.'),
  );
};

/** Returns counts by kind, without zeros. */
export const countUnread = async (
  db: Queryable,
  { user, mask, eventType }: NoticeQuery,
): Promise<Readonly<Record<string, number>>> => {
  const rows = await db.query<{ kind: string; count: number }>(
    `select n.kind, count(*)::int as count from notice n where n.unread and ${isShownSql(eventType)} group by n.kind`,
    [user, mask],
    'notice.unread',
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};

/** Marks visible notices; `numbers` undefined means all. Returns those that were found, changed or not. */
export const markNotices = async (
  db: Queryable,
  { user, mask, eventType }: NoticeQuery,
  { numbers, unread }: { numbers: readonly number[] | undefined; unread: boolean },
): Promise<number[]> => {
  const rows = await db.query<{ number: number }>(
    `with shown as (select n.number from notice n where ${isShownSql(eventType)} and ($3::int[] is null or n.number = any($3))
        and ($3::int[] is not null or n.unread <> $4)),
      marked as (update notice n set unread = $4 from shown where n.number = shown.number and n.unread <> $4)
      select number from shown`,
    [user, mask, numbers ?? null, unread],
    'notice.mark',
  );
  return rows.map(({ number }) => number);
};
