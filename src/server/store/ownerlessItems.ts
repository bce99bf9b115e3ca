// Counts what the move of records from the site to owners has left: items without an owner, and people whose right does not reach the moved
// records. Called by state/siteState.ts.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** A migration that could not choose an owner leaves such items. */
export const countOwnerless = async (db: Queryable, { types }: ServerRegistry): Promise<number> => {
  const numbers = Object.values(types)
    .filter(({ properties, server }) => properties[server.access.read.owner ?? '']?.required === true)
    .map(({ number }) => number);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from item where t = any($1::int[]) and owners = '{system}'`,
    [numbers],
  );
  return row?.count ?? 0;
};

/** Returns the numbers of the types whose records moved from the site to owners, by their capability. */
const movedTypes = ({ types }: ServerRegistry): ReadonlyMap<string, readonly number[]> => {
  const moved = new Map<string, number[]>();
  for (const { number, server } of Object.values(types))
    for (const { ownerRule } of server.migrate ?? [])
      if (ownerRule) moved.set(ownerRule.capability, [...(moved.get(ownerRule.capability) ?? []), number]);
  return moved;
};

/** Counts people who have such a capability for the site and in no owner, while records that need it belong to owners. */
export const countWithoutMovedRecords = async (db: Queryable, registry: ServerRegistry): Promise<number> => {
  const moved = [...movedTypes(registry)].map(([capability, types]) => ({ capability, types }));
  const [row] = await db.query<{ count: number }>(
    `select count(distinct l.i)::int as count
     from item_level l
     join item u on u.t = l.t and u.i = l.i
     cross join jsonb_to_recordset($2::jsonb) as moved(capability text, types int[])
     where l.t = $1
       and l.body -> 'siteCapabilities' ? moved.capability
       and (u.body || l.body) ->> 'blocked' is distinct from 'true'
       and (u.body || l.body) ->> 'admin' is distinct from 'true'
       and not exists (
         select from jsonb_array_elements(coalesce(l.body -> 'memberships', '[]')) m
         where m -> 'capabilities' ? moved.capability)
       and exists (select from item where t = any(moved.types) and owners <> '{system}')`,
    [registry.types[SYSTEM_TYPES.user]?.number ?? 0, JSON.stringify(moved)],
  );
  return row?.count ?? 0;
};
