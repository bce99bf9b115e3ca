// Reads for a batch of changes what their pushes need: each item as it is stored now, and what its save changed. Called by
// createWatches. The read filters learn the acls of these items here, before anything is sent.

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
  /** Old and new value per property; null where only that it changed was kept. */
  readonly diff: Readonly<Record<string, readonly [Json, Json] | null>>;
  readonly by: ItemId;
  /** The action that saved; null for create and update. */
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
  /** By number. */
  readonly types: ReadonlyMap<number, ServerItemType>;
}

/** Changes of types that are not declared are left out. */
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
