// Private data of a person: preferences and stars. It belongs to the person behind the session: an administrator who acts as another user
// sees their own. It is not part of items, exports or history, and no other person sees it.

import type { Subject } from 'src/model/access/Subject.ts';
import { parseRealItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { problem } from 'src/model/problems.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** Returns the number of the User item, or undefined for a visitor. */
export const personNumber = ({
  userId,
  actingAdminId,
}: Pick<Subject, 'userId' | 'actingAdminId'>): number | undefined => tryParseItemId(actingAdminId ?? userId)?.number;

export interface KeptByPerson {
  /** Increases with each change of preferences or stars. */
  readonly version: number;
  readonly preferences: Values;
}

export const NOTHING_KEPT: KeptByPerson = { version: 0, preferences: {} };

/** People who have kept nothing are omitted. */
export const keptByPeople = async (
  db: Queryable,
  people: readonly number[],
): Promise<ReadonlyMap<number, KeptByPerson>> => {
  const rows = await db.query<KeptByPerson & { person: number }>(
    'select person, version, preferences from kept_by_person where person = any($1::int[])',
    [people],
    'keptByPeople',
  );
  return new Map(rows.map(({ person, ...kept }) => [person, kept]));
};

export const keptVersion = async (db: Queryable, person: number): Promise<number> =>
  (
    await db.query<{ version: number }>(
      'select version from kept_by_person where person = $1',
      [person],
      'keptByPerson.version',
    )
  )[0]?.version ?? 0;

/** Maximum size of a person's preferences, far more than the interface needs. */
const MAX_PREFERENCE_BYTES = 65_536;

const KEEP_PREFERENCES_SQL = `insert into kept_by_person as k (person, preferences) values ($1, $2::jsonb)
  on conflict (person) do update set version = k.version + 1, preferences = (k.preferences || $2::jsonb) - $3::text[]
  returning octet_length(preferences::text) as bytes`;

/** Merges the given preferences; `null` removes one. */
export const keepPreferences = async (tx: Queryable, person: number, changes: Values): Promise<void> => {
  const entries = Object.entries(changes);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const removed = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  const [kept] = await tx.query<{ bytes: number }>(KEEP_PREFERENCES_SQL, [person, JSON.stringify(set), removed]);
  if (!kept || kept.bytes > MAX_PREFERENCE_BYTES) throw problem('tooLarge');
};

/** Maximum number of stars of a person. */
export const MAX_STARS = 2_000;

const STAR = `insert into star (person, t, i) select $1, $2, $3 where (select count(*) from star where person = $1) < ${MAX_STARS}
  on conflict (person, t, i) do update set at = star.at returning i`;
const MOVE = `insert into kept_by_person as k (person) values ($1) on conflict (person) do update set version = k.version + 1`;

export interface StarOf {
  readonly person: number;
  /** Permanent number of the item's type. */
  readonly type: number;
  readonly id: ItemId;
  readonly starred: boolean;
}

/** Sets or removes a star. Returns false when the person has the maximum number. */
export const putStar = async (tx: Queryable, { person, type, id, starred }: StarOf): Promise<boolean> => {
  // This comes first, because it also serialises the changes of one person.
  await tx.query(MOVE, [person]);
  const key = [person, type, parseRealItemId(id).number];
  if (starred) return (await tx.query(STAR, key)).length > 0;
  await tx.query('delete from star where person = $1 and t = $2 and i = $3', key);
  return true;
};

/** Returns item numbers by type number, including items that do not exist or are hidden. */
export const starsOf = async (db: Queryable, person: number): Promise<ReadonlyMap<number, Int32Array>> => {
  const rows = await db.query<{ t: number; numbers: number[] }>(
    'select t, array_agg(i order by i) as numbers from star where person = $1 group by t',
    [person],
    'starsOf',
  );
  return new Map(rows.map(({ t, numbers }) => [t, Int32Array.from(numbers)]));
};

// The deletion can no longer be undone after this time.
const LONG_GONE = `h.op = 'd' and h.at < now() - interval '1 year'`;

export const pruneKept = async (db: Queryable): Promise<void> => {
  await db.query(
    `delete from star s using item_history h where h.t = s.t and h.i = s.i and ${LONG_GONE} and not exists (select 1 from item x where x.t = s.t and x.i = s.i)`,
  );
  for (const table of ['star', 'kept_by_person'])
    await db.query(
      `delete from ${table} k using item_history h, item_type y where y.name = $1 and h.t = y.t and h.i = k.person and ${LONG_GONE}
       and not exists (select 1 from item x where x.t = y.t and x.i = k.person)`,
      [SYSTEM_TYPES.user],
    );
};
