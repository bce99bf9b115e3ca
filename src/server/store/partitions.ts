// One partition of `item` per declared type, and conditions that find its rows by number. Called by migrate and by code that reads items.

import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';

export const partitionOf = (typeNumber: number): string => `item_${Math.trunc(typeNumber)}`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Condition: the number of row `x` is in the parameter. It includes the type, the first column of the primary key. The list is read by a
 * sub-select: PostgreSQL knows the length of a bare list and would plan again each time.
 */
export const numbered = (typeNumber: number, parameter: string): string =>
  `x.t = ${Math.trunc(typeNumber)} and x.i = any((select ${parameter}::int[])::int[])`;

/** Returns the text of a list parameter of numbers. The driver would quote each of them. */
export const numberList = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

// Search columns sort, count and find places, so items are indexed only by number, terms, words and label. Every further index would slow
// down all changes.
export const ensurePartition = async (db: Queryable, type: Pick<ServerItemType, 'number'>): Promise<void> => {
  // Body and words are stored out of line early, so that scanned rows stay small.
  await db.query(
    `create table if not exists ${partitionOf(type.number)} partition of item for values in (${Math.trunc(type.number)}) with (toast_tuple_target = 256)`,
  );
};
