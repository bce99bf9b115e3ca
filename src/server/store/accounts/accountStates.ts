// How a person's account stands, from the last time they were active. The values are those of `$userState`, spec domain 3.

import type { Queryable } from 'src/server/store/database.ts';

export type AccountState =
  'NONE' | 'BLOCKED' | 'INVITED' | 'WEEK' | 'DAYS_30' | 'DAYS_60' | 'DAYS_90' | 'NORECENT' | 'NEVER';

interface StateRow {
  readonly taken: boolean;
  readonly invited: boolean;
  readonly days: number | null;
}

const STATE = `select hash is not null as taken, invited is not null as invited,
  extract(epoch from now() - active)::float8 / 86400 as days from credential where user_id = $1`;

const byDays = (days: number): AccountState => {
  if (days <= 7) return 'WEEK';
  if (days <= 30) return 'DAYS_30';
  if (days <= 60) return 'DAYS_60';
  return days <= 90 ? 'DAYS_90' : 'NORECENT';
};

/** When the person was invited last. */
export const invitedAt = async (db: Queryable, userId: string): Promise<Date | undefined> =>
  (await db.query<{ readonly invited: Date | null }>('select invited from credential where user_id = $1', [userId]))[0]
    ?.invited ?? undefined;

export const accountStateOf = async (db: Queryable, userId: string, blocked: boolean): Promise<AccountState> => {
  const [row] = await db.query<StateRow>(STATE, [userId]);
  if (!row) return 'NONE';
  if (blocked) return 'BLOCKED';
  if (!row.taken) return row.invited ? 'INVITED' : 'NONE';
  return row.days === null ? 'NEVER' : byDays(row.days);
};
