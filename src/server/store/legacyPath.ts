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
  /** Number of the Import item whose undo removes the path. */
  readonly import?: number | undefined;
}

/** Returns those of the paths that exist. Aliases are as returned by plainAlias. */
export const legacyTargets = (db: Queryable, aliases: readonly string[]): Promise<LegacyPath[]> =>
  db.query<LegacyPath>(
    'select alias, item_id as id from legacy_path where alias = any($1::text[])',
    [aliases],
    'legacy.targets',
  );

/** Writes the paths. An existing one is changed to its new item; one of the same item stays as it is. */
export const putLegacyPaths = async (tx: Transaction, paths: readonly LegacyPath[]): Promise<void> => {
  await tx.query(
    `insert into legacy_path (alias, item_id, import)
     select distinct on (p.alias) p.alias, p.id, p.import from unnest($1::text[], $2::text[], $3::int[]) as p (alias, id, import)
     on conflict (alias) do update set item_id = excluded.item_id, import = excluded.import
       where legacy_path.item_id <> excluded.item_id`,
    [paths.map(({ alias }) => alias), paths.map(({ id }) => id), paths.map((path) => path.import ?? null)],
    'legacy.put',
  );
};

/** Removes the paths that a run of an import has written, except those of records that it created and that were not removed. */
export const removeImportedPaths = async (tx: Transaction, run: string): Promise<void> => {
  await tx.query(
    `delete from legacy_path p using import_run r where r.key = $1 and p.import = r.import
       and not exists (select from import_row w where w.run = r.key and w.id = p.item_id and w.state = 'c')`,
    [run],
  );
};

/** Returns all paths by their aliases. */
export const legacyPaths = (db: Queryable): Promise<LegacyPath[]> =>
  db.query<LegacyPath>('select alias, item_id as id from legacy_path order by alias');
