// One partition of `item` per declared type, and how its rows are found by number. Called by migrate and by whatever asks for items.

import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';

export const partitionOf = (typeNumber: number): string => `item_${Math.trunc(typeNumber)}`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * One of the numbers in a parameter, of the row `x`. With the type, since the primary key begins with it. The list is read by a
 * sub-select: of a bare one PostgreSQL knows the length, and plans anew each time.
 */
export const numbered = (typeNumber: number, parameter: string): string =>
  `x.t = ${Math.trunc(typeNumber)} and x.i = any((select ${parameter}::int[])::int[])`;

// The search columns sort, count and find places, so that an item has no index beside its number, its terms and words, and its
// label: every further one would be written again by every change.
export const ensurePartition = async (db: Queryable, type: ServerItemType): Promise<void> => {
  // Body and words go out of line early, so that the rows scanned stay narrow.
  await db.query(
    `create table if not exists ${partitionOf(type.number)} partition of item for values in (${Math.trunc(type.number)}) with (toast_tuple_target = 256)`,
  );
};
