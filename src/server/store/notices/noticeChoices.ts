// People's choices about notices, for single items and by kind. They are private, so they are not items. Called by events/ only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** A person's choice for the notices of one item. */
export type NoticeChoice = 'DEFAULT' | 'ALWAYS' | 'NEVER';

interface ItemKey {
  readonly t: number;
  readonly i: number;
}

interface ChoiceRow {
  readonly user: ItemId;
  readonly choice: NoticeChoice;
}

/** Returns the choices of all people for the item. */
export const choicesOn = (db: Queryable, { t, i }: ItemKey): Promise<ChoiceRow[]> =>
  db.query<ChoiceRow>(
    `select user_id as "user", choice from notice_choice where t = $1 and i = $2`,
    [t, i],
    'notice.choices',
  );

export const noticeChoice = async (db: Queryable, user: ItemId, { t, i }: ItemKey): Promise<NoticeChoice> => {
  const [row] = await db.query<ChoiceRow>(
    `select user_id as "user", choice from notice_choice where t = $1 and i = $2 and user_id = $3`,
    [t, i, user],
    'notice.choice',
  );
  return row?.choice ?? 'DEFAULT';
};

export const setChoice = async (
  db: Queryable,
  user: ItemId,
  { t, i, choice }: ItemKey & { readonly choice: NoticeChoice },
): Promise<void> => {
  if (choice === 'DEFAULT')
    await db.query('delete from notice_choice where t = $1 and i = $2 and user_id = $3', [t, i, user]);
  else
    await db.query(
      `insert into notice_choice (t, i, user_id, choice) values ($1, $2, $3, $4) on conflict (t, i, user_id) do update set choice = excluded.choice`,
      [t, i, user, choice],
    );
};

type Modes = Readonly<Record<string, DeliveryMode>>;

export interface NoticePreferences {
  readonly modes: Modes;
  /** Hour of the digest in the person's time zone. */
  readonly hour: number;
  /** IANA time zone; null for that of the site. */
  readonly zone: string | null;
}

export const STANDARD_PREFERENCES: NoticePreferences = { modes: {}, hour: 7, zone: null };

export const preferencesOf = async (db: Queryable, user: ItemId): Promise<NoticePreferences> => {
  const [row] = await db.query<NoticePreferences>(
    'select modes, hour, zone from notice_preference where user_id = $1',
    [user],
    'notice.preferences',
  );
  return row ?? STANDARD_PREFERENCES;
};

/** Sets the given preferences and keeps the others. */
export const storeNoticePreferences = async (
  db: Queryable,
  user: ItemId,
  { modes, hour, zone }: Partial<NoticePreferences>,
): Promise<void> => {
  await db.query(
    `insert into notice_preference (user_id, modes, hour, zone)
      values ($1, coalesce($2::jsonb, '{}'), coalesce($3::smallint, $5), $4::text)
      on conflict (user_id) do update set modes = notice_preference.modes || coalesce($2::jsonb, '{}'),
        hour = coalesce($3::smallint, notice_preference.hour), zone = coalesce($4::text, notice_preference.zone)`,
    [user, modes ? JSON.stringify(modes) : null, hour ?? null, zone ?? null, STANDARD_PREFERENCES.hour],
  );
};

/** Returns the choice of each of these people for the kind. */
export const preferredModes = async (
  db: Queryable,
  users: readonly ItemId[],
  kind: string,
): Promise<ReadonlyMap<ItemId, DeliveryMode>> => {
  const rows = await db.query<{ user: ItemId; mode: DeliveryMode }>(
    `select user_id as "user", modes ->> $2 as mode from notice_preference where user_id = any($1::text[]) and modes ? $2`,
    [users, kind],
    'notice.preferred',
  );
  return new Map(rows.map(({ user, mode }) => [user, mode]));
};
