// SQL of alerts of saved searches: who has requested which, and the result of the last check. Called by searchAlerts/ only.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Reason why an alert is not checked: a part of its search no longer exists. */
export type AlertPause = 'screen' | 'property' | 'value';

export interface AlertRow {
  readonly alert: number;
  /** Number of the User item. */
  readonly person: number;
  /** Number of the SavedSearch item. */
  readonly search: number;
  readonly mode: DeliveryMode;
  readonly asked: string;
  readonly types: readonly number[];
  readonly paused: AlertPause | null;
  readonly turn: number;
}

const ALERT_COLUMNS = 'alert, person, search, mode, asked, types, paused, turn';

/** Returns alerts after `after` in the order of their numbers; `type` restricts them to those that its items can match. */
export const alertPage = (
  db: Queryable,
  { after, type, max }: { readonly after: number; readonly type: number | undefined; readonly max: number },
): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${ALERT_COLUMNS} from search_alert where alert > $1 and ($2::smallint is null or $2 = any(types)) order by alert limit $3`,
    [after, type ?? null, max],
    'alert.page',
  );

export const alertsOf = (db: Queryable, person: number): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${ALERT_COLUMNS} from search_alert where person = $1 order by search`,
    [person],
    'alert.of',
  );

/** Returns those of these types that an alert depends on. */
export const typesWaitedFor = async (db: Queryable, types: readonly number[]): Promise<number[]> => {
  const rows = await db.query<{ t: number }>(
    `select t from unnest($1::smallint[]) as t where exists (select from search_alert where t = any(types) and paused is null)`,
    [types],
    'alert.types',
  );
  return rows.map(({ t }) => t);
};

interface NewAlert {
  readonly person: number;
  readonly search: number;
  readonly mode: DeliveryMode;
  readonly asked: string;
  readonly types: readonly number[];
}

const PUT = `insert into search_alert (person, search, mode, asked, types) values ($1, $2, $3, $4, $5)
  on conflict (person, search) do update set mode = excluded.mode, asked = excluded.asked, types = excluded.types, paused = null,
    turn = search_alert.turn + 1, since = now() returning alert`;

/** Creates an alert and returns its number. An existing one starts again. */
export const putAlert = async (db: Queryable, alert: NewAlert): Promise<number> => {
  const { person, search, mode, asked, types } = alert;
  const [row] = await db.query<{ alert: number }>(PUT, [person, search, mode, asked, types]);
  return row?.alert ?? 0;
};

export const setAlertMode = (db: Queryable, alert: number, mode: DeliveryMode): Promise<unknown[]> =>
  db.query('update search_alert set mode = $2 where alert = $1', [alert, mode]);

export const removeAlert = (db: Queryable, person: number, search: number): Promise<unknown[]> =>
  db.query('delete from search_alert where person = $1 and search = $2', [person, search]);

export interface CheckedAlert {
  readonly asked: string;
  readonly types: readonly number[];
  readonly paused: AlertPause | undefined;
}

/** Returns false when another check has written since, or the alert was removed. */
export const turnAlert = async (
  db: Queryable,
  { alert, turn }: AlertRow,
  { asked, types, paused }: CheckedAlert,
): Promise<boolean> => {
  const rows = await db.query(
    `update search_alert set turn = turn + 1, asked = $3, types = $4, paused = $5 where alert = $1 and turn = $2 returning alert`,
    [alert, turn, asked, types, paused ?? null],
    'alert.turn',
  );
  return rows.length > 0;
};

/** Matching items by type number. */
export type MemberBits = ReadonlyMap<number, Buffer>;

export const membersOf = async (db: Queryable, alert: number): Promise<MemberBits> => {
  const rows = await db.query<{ t: number; bits: Buffer }>(
    'select t, bits from search_alert_members where alert = $1',
    [alert],
    'alert.members',
  );
  return new Map(rows.map(({ t, bits }) => [t, bits]));
};

export const putMembers = async (db: Queryable, alert: number, members: MemberBits): Promise<void> => {
  await db.query(
    `insert into search_alert_members (alert, t, bits) select $1, * from unnest($2::smallint[], $3::bytea[])
      on conflict (alert, t) do update set bits = excluded.bits`,
    [alert, [...members.keys()], [...members.values()]],
    'alert.putMembers',
  );
};

/** Returns item numbers of one type, latest change first, without those last changed by this user. */
export const changedByOthers = async (
  db: Queryable,
  { type, numbers, user }: { readonly type: number; readonly numbers: readonly number[]; readonly user: string },
): Promise<{ readonly i: number; readonly updated: Date }[]> =>
  db.query<{ i: number; updated: Date }>(
    'select i, updated from item where t = $1 and i = any($2::int[]) and updater is distinct from $3 order by updated desc, i desc',
    [type, numbers, user],
    'alert.changedByOthers',
  );

/** Deletes alerts of searches and people that were deleted permanently. */
export const pruneAlerts = async (db: Queryable): Promise<void> => {
  for (const [column, type] of [
    ['search', SYSTEM_TYPES.savedSearch],
    ['person', SYSTEM_TYPES.user],
  ])
    await db.query(
      `delete from search_alert a using item_type k where k.name = $1 and not exists (select from item x where x.t = k.t and x.i = a.${column})
        and not exists (select from removed r where r.root = k.name || '-' || a.${column})`,
      [type],
    );
};

interface KeysOfList {
  /** Number of the type of values. */
  readonly t: number;
  readonly list: string;
  readonly keys: readonly string[];
  readonly mask: Buffer;
}

/** Returns which of these keys the reader may see in the list, of any owner, in addition to declared ones. */
export const keysInUse = async (
  db: Queryable,
  { t, list, keys, mask }: KeysOfList,
): Promise<{ readonly key: string; readonly state: string }[]> =>
  db.query<{ key: string; state: string }>(
    `select x.body->>'key' as key, coalesce(x.body->>'state', 'ACTIVE') as state from ${partitionOf(t)} x
      where x.terms && array(select id from term where prop = 'list' and val = $1) and x.body->>'list' = $1 and x.body->>'key' = any($2::text[])
        and ${readable(aclOf('x'), '$3')}`,
    [list, keys, mask],
    'alert.listKeys',
  );
