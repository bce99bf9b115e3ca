// Counts items without the owner that their type requires. Called by state/siteState.ts.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
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
