// State of a person's account, read from its row.

import { accountStateAt, type AccountState, type Standing } from 'src/model/access/accountState.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface Account {
  readonly standing: Standing;
  /** Time of the person's last activity. */
  readonly active: Date | undefined;
}

interface StateRow {
  readonly taken: boolean;
  readonly invited: boolean;
  readonly active: Date | null;
}

const STATE = `select hash is not null as taken, invited is not null as invited, active from credential where user_id = $1`;

/** Returns when the person was last invited. */
export const invitedAt = async (db: Queryable, userId: string): Promise<Date | undefined> =>
  (await db.query<{ readonly invited: Date | null }>('select invited from credential where user_id = $1', [userId]))[0]
    ?.invited ?? undefined;

/** Returns the person who sent the last invitation. */
export const inviterOf = async (db: Queryable, userId: string): Promise<string | undefined> =>
  (
    await db.query<{ readonly invited_by: string | null }>('select invited_by from credential where user_id = $1', [
      userId,
    ])
  )[0]?.invited_by ?? undefined;

const rowStanding = (row: StateRow | undefined, blocked: boolean): Standing => {
  if (!row) return 'NONE';
  if (blocked) return 'BLOCKED';
  if (!row.taken) return row.invited ? 'INVITED' : 'NONE';
  return row.active ? 'ACTIVE' : 'NEVER';
};

export const storedAccount = async (db: Queryable, userId: string, blocked: boolean): Promise<Account> => {
  const [row] = await db.query<StateRow>(STATE, [userId]);
  return { standing: rowStanding(row, blocked), active: row?.active ?? undefined };
};

export const accountStateOf = async (db: Queryable, userId: string, blocked: boolean): Promise<AccountState> => {
  const { standing, active } = await storedAccount(db, userId, blocked);
  return accountStateAt(standing, active, new Date());
};
