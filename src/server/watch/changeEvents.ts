// Reads the data that pushes of a batch of changes need: each item as stored now, and the changes of its save. Called by createWatches. The
// read filters learn the acls of these items here, before anything is sent.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { ChangeEvent } from 'src/server/watch/visibleChange.ts';

export interface Diff {
  readonly t: number;
  readonly i: number;
  readonly u: number;
  /** Former and new value per property; null when values are not stored. */
  readonly diff: Readonly<Record<string, readonly [Json, Json] | null>>;
  readonly by: ItemId;
  /** Action of the save; null for create and update. */
  readonly action: string | null;
}

const diffsOf = (
  db: Queryable,
  types: readonly number[],
  numbers: readonly number[],
  us: readonly number[],
): Promise<Diff[]> =>
  db.query<Diff>(
    `select h.t, h.i, h.u, h.diff, h.by, h.action from unnest($1::smallint[], $2::int[], $3::int[]) as asked (t, i, u)
     join item_history h on h.t = asked.t and h.i = asked.i and h.u = asked.u`,
    [types, numbers, us],
    'diffsOf',
  );

interface Options {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'findMany'>;
  /** Types by number. */
  readonly types: ReadonlyMap<number, ServerItemType>;
}

/** Skips changes of types that are not declared. */
export const readChangeEvents = async (
  { database, readFilters, items, types: declared }: Options,
  changes: readonly Change[],
): Promise<ChangeEvent[]> => {
  const idOf = ({ t, i }: Change): ItemId => itemId(declared.get(t)?.name ?? '', i);
  const [found, diffs] = await Promise.all([
    items.findMany(database, changes.map(idOf)),
    diffsOf(
      database,
      changes.map(({ t }) => t),
      changes.map(({ i }) => i),
      changes.map(({ u }) => u),
    ),
  ]);
  const stored = new Map(found.map((each) => [each.id, each]));
  const diff = new Map(diffs.map((each) => [`${each.t}-${each.i}-${each.u}`, each]));
  await readFilters.learn(found.flatMap(({ acl, levels }) => [acl, ...Object.values(levels)]));
  return changes.flatMap((change) => {
    const type = declared.get(change.t);
    if (!type) return [];
    const saved = change.op === 'a' ? undefined : diff.get(`${change.t}-${change.i}-${change.u}`);
    return [{ change, type, stored: stored.get(idOf(change)), diff: saved }];
  });
};
