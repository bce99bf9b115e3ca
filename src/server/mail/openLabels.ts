// What a letter calls an item: only what its reader may see at this moment, and nothing stricter than COMMUNITY, since mail is read by
// many. That holds for the item and for each item that its label names. Called by mail.ts.

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
export const isOpen = ({ level }: { readonly level: string }): boolean => OPEN_LEVELS.has(level);

/** A label may name an item whose label names a third one. */
const DEPTH = 3;

type Labels = ReadonlyMap<ItemId, string>;

const labelsOf = async (
  options: OpenLabelOptions,
  readFilter: ReadFilter,
  { ids, depth }: { readonly ids: readonly ItemId[]; readonly depth: number },
): Promise<Labels> => {
  const { items, database, readFilters } = options;
  const found = ids.length === 0 ? [] : await items.findMany(database, ids);
  await readFilters.learn(found.map(({ acl }) => acl));
  const open = found.filter((item) => isOpen(item) && readFilter.canRead(item.acl));
  const named = depth === 0 ? [] : [...new Set(open.flatMap(({ label }) => referencesIn(label)))];
  const labels: Labels =
    named.length === 0 ? new Map() : await labelsOf(options, readFilter, { ids: named, depth: depth - 1 });
  return new Map(open.map(({ id, label }) => [id, resolveLabel(label, labels, id)]));
};

/** For one letter: undefined where there is nothing that it may say. */
export const openLabelsFor = (
  options: OpenLabelOptions,
  readFilterOf: () => Promise<ReadFilter | undefined>,
): ((id: ItemId) => Promise<string | undefined>) => {
  // What is asked for at once is read at once, and once.
  const labels = new DataLoader<ItemId, string | undefined>(async (ids) => {
    const readFilter = await readFilterOf();
    const found = readFilter ? await labelsOf(options, readFilter, { ids, depth: DEPTH }) : new Map<ItemId, string>();
    return ids.map((id) => (found.get(id) === id ? undefined : found.get(id)));
  });
  return (id) => labels.load(id);
};
