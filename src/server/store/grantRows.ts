// SQL of grants: rights on one item in addition to those by its level and owner. The rules about who may grant and which grants count are
// in access/.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface GrantRow {
  readonly t: number;
  readonly i: number;
  readonly principal: number;
  /** Key of the principal. */
  readonly key: string;
  readonly grantedBy: ItemId;
  readonly actions: readonly string[];
}

/** Name of a change of grants in history, next to property names. */
export const GRANTS = '$grants';

export interface ItemKey {
  readonly t: number;
  readonly i: number;
}

/** Key of an item in `grantsByItem`. */
export const grantKey = ({ t, i }: ItemKey): string => `${t}-${i}`;

export const grantsByItem = (rows: readonly GrantRow[]): ReadonlyMap<string, readonly GrantRow[]> => {
  const found = new Map<string, GrantRow[]>();
  for (const row of rows) {
    const known = found.get(grantKey(row));
    if (known) known.push(row);
    else found.set(grantKey(row), [row]);
  }
  return found;
};

const GRANT = `select g.t, g.i, g.principal, p.key, g.granted_by as "grantedBy", g.actions
  from item_grant g join principal p on p.id = g.principal`;

/** Selects the grants on row `x` of a type as a JSON list, in the order of grantsOn; null for none. */
export const grantsOfRowSql = (t: number): string =>
  `(select json_agg(each) from (${GRANT} where g.t = ${t} and g.i = x.i order by g.granted_by, p.key) each)`;

const AMONG = '(g.t, g.i) in (select * from unnest($1::smallint[], $2::int[]))';

const readGrants = (db: Queryable, items: readonly ItemKey[]): Promise<GrantRow[]> =>
  db.query<GrantRow>(
    `${GRANT} where ${AMONG} order by g.t, g.i, g.granted_by, p.key`,
    [items.map(({ t }) => t), items.map(({ i }) => i)],
    'grant.on',
  );

/** A batch of items reads the grants on each item once. */
export const grantsOn = async (db: Queryable, items: readonly ItemKey[]): Promise<GrantRow[]> => {
  if (!db.batch) return await readGrants(db, items);
  const { grants } = db.batch;
  const missing = items.filter((item) => !grants.has(grantKey(item)));
  const rows = missing.length === 0 ? new Map<string, GrantRow[]>() : grantsByItem(await readGrants(db, missing));
  for (const item of missing) grants.set(grantKey(item), rows.get(grantKey(item)) ?? []);
  return items.flatMap((item) => grants.get(grantKey(item)) ?? []);
};

/** Returns what was granted to one of these principals on any of the items. */
export const grantsTo = (
  db: Queryable,
  items: readonly ItemKey[],
  principals: readonly number[],
): Promise<GrantRow[]> =>
  db.query<GrantRow>(
    `${GRANT} where ${AMONG} and g.principal = any($3::int[]) order by g.granted_by`,
    [items.map(({ t }) => t), items.map(({ i }) => i), principals],
    'grant.to',
  );

/** Returns at most so many items on which the user has granted something. */
export const grantedByUser = (db: Queryable, userId: ItemId, most?: number): Promise<ItemKey[]> =>
  db.query<ItemKey>(
    'select distinct t, i from item_grant where granted_by = $1 order by t, i limit $2',
    [userId, most ?? null],
    'grant.by',
  );

interface GrantOf extends ItemKey {
  /** Principal key of the grantee. */
  readonly to: string;
  readonly grantedBy: ItemId;
}

/** Sets the grants of one granter to one principal, and interns the principal. */
export const setGrant = (
  db: Queryable,
  { t, i, to, grantedBy, actions }: GrantOf & { readonly actions: readonly string[] },
): Promise<unknown> =>
  db.query(
    `insert into item_grant (t, i, principal, granted_by, actions) select $1, $2, id, $4, $5::text[] from principal where key = $3
     on conflict (t, i, principal, granted_by) do update set actions = excluded.actions, at = now()`,
    [t, i, to, grantedBy, actions],
  );

export const removeGrant = (db: Queryable, { t, i, to, grantedBy }: GrantOf): Promise<unknown> =>
  db.query(
    `delete from item_grant g using principal p where p.id = g.principal and g.t = $1 and g.i = $2 and p.key = $3 and g.granted_by = $4`,
    [t, i, to, grantedBy],
  );
