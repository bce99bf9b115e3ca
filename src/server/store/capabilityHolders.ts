// Counts the people who have each capability in each owner. Unfiltered: called for administrators of the site.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Queryable } from 'src/server/store/database.ts';

interface HolderCount {
  readonly owner: string;
  readonly capability: string;
  readonly people: number;
}

/** Memberships are a restricted property of people, so that they are stored apart from the item. */
export const capabilityHolders = (db: Queryable, { types }: ServerRegistry): Promise<HolderCount[]> =>
  db.query<HolderCount>(
    `select m->>'owner' as owner, c as capability, count(*)::int as people
     from item_level, jsonb_array_elements(body->'memberships') m,
       jsonb_array_elements_text(coalesce(m->'capabilities', '[]')) c
     where t = $1 and body ? 'memberships' group by 1, 2`,
    [types[SYSTEM_TYPES.user]?.number ?? 0],
  );
