// Stored arrangements of the menu. Called by the actions menuItems and saveMenuItems.

import type { MenuEntry } from 'src/model/menu/menuEntry.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** Channel that notifies every process after a change. */
export const MENU_CHANNEL = 'menu';

export interface MenuVersion {
  /** 0 before the first arrangement. */
  readonly version: number;
  readonly entries: readonly MenuEntry[];
  readonly at: Date;
  readonly by: string;
}

export const newestMenu = async (db: Queryable): Promise<MenuVersion | undefined> => {
  const [newest] = await db.query<MenuVersion>(
    'select version, entries, at, by from menu_version order by version desc limit 1',
    [],
    'menu.newest',
  );
  return newest;
};

/** Returns the new version, or undefined when `version` is not the current one. */
export const addMenu = async (
  db: Queryable,
  { version, entries, by }: Omit<MenuVersion, 'at'>,
): Promise<number | undefined> => {
  const [added] = await db.query<{ version: number }>(
    `insert into menu_version (version, entries, by)
     select $1::integer + 1, $2::jsonb, $3 where $1 = (select coalesce(max(version), 0) from menu_version)
     on conflict do nothing returning version`,
    [version, JSON.stringify(entries), by],
    'menu.add',
  );
  return added?.version;
};
