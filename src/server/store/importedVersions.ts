// Finds the items whose newest version was written by an import or by its undo.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface ImportedVersion {
  readonly id: ItemId;
  /** Number of the Import item. */
  readonly import: number;
  /** Number of the type of the rows. */
  readonly t: number;
  readonly undone: boolean;
  readonly by: ItemId;
  readonly at: Date;
}

export interface ItemNumbers {
  readonly id: ItemId;
  readonly t: number;
  readonly i: number;
}

const IMPORTED_VERSIONS_SQL = `select a.id, r.import, r.t, w.state = 'b' as undone, h.by, h.at
  from unnest($1::text[], $2::smallint[], $3::int[]) as a (id, t, i)
  cross join lateral (select u, by, at from item_history where t = a.t and i = a.i order by u desc limit 1) h
  join import_row w on coalesce(w.id, w.detail ->> 'id') = a.id and w.u = h.u and w.state in ('c', 'u', 'b')
  join import_run r on r.key = w.run
  where r.import is not null`;

export const importedVersions = async (
  db: Queryable,
  items: readonly ItemNumbers[],
): Promise<ReadonlyMap<ItemId, ImportedVersion>> => {
  const rows = await db.query<ImportedVersion>(
    IMPORTED_VERSIONS_SQL,
    [items.map(({ id }) => id), items.map(({ t }) => t), items.map(({ i }) => i)],
    'import.versions',
  );
  return new Map(rows.map((row) => [row.id, row]));
};
