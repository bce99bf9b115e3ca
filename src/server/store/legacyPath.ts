// Addresses of the system that a site was migrated from. Written by the command import-legacy-paths, read by getLegacyPath.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

/** Normalises an address: no outer slashes, case unchanged. */
export const plainAlias = (alias: string): string => alias.trim().replace(/^\/+|\/+$/g, '');

export const legacyPath = async (db: Queryable, alias: string): Promise<ItemId | undefined> => {
  const [row] = await db.query<{ id: ItemId }>(
    'select item_id as id from legacy_path where alias = $1',
    [plainAlias(alias)],
    'legacy.path',
  );
  return row?.id;
};

export interface LegacyPath {
  /** Path as returned by plainAlias. */
  readonly alias: string;
  readonly id: ItemId;
}

/** Returns those of the paths that exist. Aliases are as returned by plainAlias. */
export const legacyTargets = (db: Queryable, aliases: readonly string[]): Promise<LegacyPath[]> =>
  db.query<LegacyPath>(
    'select alias, item_id as id from legacy_path where alias = any($1::text[])',
    [aliases],
    'legacy.targets',
  );

/** Writes the paths. An existing one is changed to its new item. */
export const putLegacyPaths = async (tx: Transaction, paths: readonly LegacyPath[]): Promise<void> => {
  await tx.query(
    `insert into legacy_path (alias, item_id)
     select distinct on (p.alias) p.alias, p.id from unnest($1::text[], $2::text[]) as p (alias, id)
     on conflict (alias) do update set item_id = excluded.item_id`,
    [paths.map(({ alias }) => alias), paths.map(({ id }) => id)],
    'legacy.put',
  );
};

/** Returns all paths by their aliases. */
export const legacyPaths = (db: Queryable): Promise<LegacyPath[]> =>
  db.query<LegacyPath>('select alias, item_id as id from legacy_path order by alias');
