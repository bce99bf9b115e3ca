// What is needed to tell changes: each item as it stands now, and what its save changed, read at once for all of them.
// Called by createWatches; the read filters know the acls before anybody is told.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ReadFilters } from 'src/server/access/read/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { ChangeEvent } from 'src/server/watch/visibleChange.ts';
import { diffsOf } from 'src/server/watch/watchRows.ts';

interface Options {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'findMany'>;
  /** By number. */
  readonly types: ReadonlyMap<number, ServerItemType>;
}

/** Changes of undeclared types are nobody's. */
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
