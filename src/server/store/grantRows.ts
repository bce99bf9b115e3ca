// Statements over grants: rights on one item given beside its level and owner. Rules about who may grant are in access/.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface GrantedReader {
  readonly key: string;
  readonly actions: readonly string[];
}

export interface GrantRow extends GrantedReader {
  readonly principal: number;
  readonly grantedBy: ItemId;
}

export interface ItemKeyRow {
  readonly t: number;
  readonly i: number;
}

export const grantedReaders = (db: Queryable, t: number, i: number): Promise<GrantedReader[]> =>
  db.query<GrantedReader>(
    'select p.key, g.actions from item_grant g join principal p on p.id = g.principal where g.t = $1 and g.i = $2',
    [t, i],
    'grant.readers',
  );

export const grantsOn = (db: Queryable, t: number, numbers: readonly number[]): Promise<(GrantRow & { i: number })[]> =>
  db.query<GrantRow & { i: number }>(
    `select g.i, g.principal, p.key, g.granted_by as "grantedBy", g.actions from item_grant g join principal p on p.id = g.principal
     where g.t = $1 and g.i = any($2::int[]) order by g.i, g.granted_by, p.key`,
    [t, numbers],
    'grant.on',
  );

/** Who granted the action to one of these principals. */
export const grantersOf = async (
  db: Queryable,
  item: ItemKeyRow,
  asked: { action: string; principals: readonly number[] },
): Promise<ItemId[]> => {
  const rows = await db.query<{ by: ItemId }>(
    'select distinct granted_by as by from item_grant where t = $1 and i = $2 and principal = any($3::int[]) and $4 = any(actions) order by 1',
    [item.t, item.i, asked.principals, asked.action],
    'grant.granters',
  );
  return rows.map((row) => row.by);
};

export interface GrantChange extends ItemKeyRow {
  readonly principal: number;
  readonly grantedBy: ItemId;
  readonly actions: readonly string[];
}

/** Sets what one granter gives to one principal; an empty list takes it back. */
export const setGrant = (db: Queryable, { t, i, principal, grantedBy, actions }: GrantChange): Promise<unknown> =>
  actions.length === 0
    ? db.query('delete from item_grant where t = $1 and i = $2 and principal = $3 and granted_by = $4', [
        t,
        i,
        principal,
        grantedBy,
      ])
    : db.query(
        `insert into item_grant (t, i, principal, granted_by, actions) values ($1, $2, $3, $4, $5::text[])
         on conflict (t, i, principal, granted_by) do update set actions = excluded.actions, at = now()`,
        [t, i, principal, grantedBy, actions],
      );
