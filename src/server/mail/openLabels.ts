// Labels of items in emails: only what the reader may see now, at most COMMUNITY, because emails can be read by others. This applies to the
// item and to each item in its label. Called by mail.ts.

import DataLoader from 'dataloader';
import type { ItemId } from 'src/model/item/Item.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface OpenLabelOptions {
  readonly database: Queryable;
  readonly items: Pick<ItemStorage, 'findMany'>;
  readonly readFilters: Pick<ReadFilters, 'learn'>;
}

const OPEN_LEVELS: ReadonlySet<string> = new Set(['PUBLIC', 'COMMUNITY']);

/** Returns true for an item that email may quote. */
export const isOpenLevel = ({ level }: { readonly level: string }): boolean => OPEN_LEVELS.has(level);

/** A label may contain an item whose label contains a third one. */
const OPEN_LABEL_DEPTH = 3;

type Labels = ReadonlyMap<ItemId, string>;

const openLabelsOf = async (
  options: OpenLabelOptions,
  readFilter: ReadFilter,
  { ids, depth }: { readonly ids: readonly ItemId[]; readonly depth: number },
): Promise<Labels> => {
  const { items, database, readFilters } = options;
  const found = ids.length === 0 ? [] : await items.findMany(database, ids);
  await readFilters.learn(found.map(({ acl }) => acl));
  const open = found.filter((item) => isOpenLevel(item) && readFilter.canRead(item.acl));
  const named = depth === 0 ? [] : [...new Set(open.flatMap(({ label }) => referencesIn(label)))];
  const labels: Labels =
    named.length === 0 ? new Map() : await openLabelsOf(options, readFilter, { ids: named, depth: depth - 1 });
  return new Map(open.map(({ id, label }) => [id, resolveLabel(label, labels, id)]));
};

/** Returns labels for one email; undefined for an item that it may not name. */
export const openLabelsFor = (
  options: OpenLabelOptions,
  readFilterOf: () => Promise<ReadFilter | undefined>,
): ((id: ItemId) => Promise<string | undefined>) => {
  // Concurrent requests are combined and cached.
  const labels = new DataLoader<ItemId, string | undefined>(async (ids) => {
    const readFilter = await readFilterOf();
    const found = readFilter
      ? await openLabelsOf(options, readFilter, { ids, depth: OPEN_LABEL_DEPTH })
      : new Map<ItemId, string>();
    return ids.map((id) => (found.get(id) === id ? undefined : found.get(id)));
  });
  return (id) => labels.load(id);
};
