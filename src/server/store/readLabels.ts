// Labels as a gate may see them: of items by id, of the items that their labels name, and of those that they relate to.
// A label that the gate may not see never leaves here. Called by readItems.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import { aclOf, readable } from 'src/server/access/read/readable.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ReadPlan } from 'src/server/store/itemPlan.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { numbersByPlan } from 'src/server/store/storeContext.ts';

type Plans = ReadonlyMap<string, ReadPlan>;
type Labels = Map<ItemId, string>;

/** Who looks, and where. */
export interface ReadView {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
  readonly plans: Plans;
}

// A label may name an item whose label names a third one; further than that nobody reads.
const LABEL_DEPTH = 3;

const labelRows = async ({ db, readFilter, plans }: ReadView, ids: readonly ItemId[]): Promise<Labels> => {
  const found: Labels = new Map();
  const reads = [...numbersByPlan(plans, ids)].map(async ([{ type }, numbers]) => {
    const text = `select i, label from ${partitionOf(type.number)} x where i = any($2::int[]) and ${readable(aclOf('x'), '$1')}`;
    const rows = await db.query<{ i: number; label: string }>(
      text,
      [readFilter.mask, numbers],
      `item.labels.${type.number}`,
    );
    for (const { i, label } of rows) found.set(itemId(type.name, i), label);
  });
  await Promise.all(reads);
  return found;
};

/** Labels as stored, and the ids that were asked for, found or not. */
interface Known {
  readonly stored: Map<ItemId, string>;
  readonly asked: Set<ItemId>;
}

const nothingKnown = (): Known => ({ stored: new Map(), asked: new Set() });

/** Reads the labels of these ids, and of what the labels name. */
const load = async (readView: ReadView, { stored, asked }: Known, ids: readonly ItemId[]): Promise<void> => {
  let wanted = [...ids, ...[...stored.values()].flatMap(referencesIn)];
  for (let depth = 0; depth <= LABEL_DEPTH; depth += 1) {
    const missing = [...new Set(wanted)].filter((id) => !asked.has(id));
    if (missing.length === 0) return;
    const found = await labelRows(readView, missing);
    for (const id of missing) asked.add(id);
    for (const [id, label] of found) stored.set(id, label);
    wanted = [...found.values()].flatMap(referencesIn);
  }
};

/** The label with the labels of what it names put in, as far as they are known. */
const shownLabel = (label: string, stored: ReadonlyMap<ItemId, string>, depth = LABEL_DEPTH): string => {
  const named = new Map<ItemId, string>();
  for (const id of depth > 0 ? referencesIn(label) : []) {
    const found = stored.get(id);
    if (found !== undefined) named.set(id, shownLabel(found, stored, depth - 1));
  }
  return resolveLabel(label, named);
};

export const readLabels = async (readView: ReadView, ids: readonly ItemId[]): Promise<Labels> => {
  const known = nothingKnown();
  await load(readView, known, ids);
  const { stored } = known;
  const shown: Labels = new Map();
  for (const id of ids) {
    const label = stored.get(id);
    if (label !== undefined) shown.set(id, shownLabel(label, stored));
  }
  return shown;
};

const withLabel = (item: Item, stored: ReadonlyMap<ItemId, string>): Item =>
  Object.assign({}, item, { $label: shownLabel(item.$label, stored) });

/** The items with what their own labels name put in. */
export const withOwnLabels = async (readView: ReadView, items: readonly Item[]): Promise<Item[]> => {
  const known = nothingKnown();
  await load(
    readView,
    known,
    items.flatMap(({ $label }) => referencesIn($label)),
  );
  return items.map((item) => withLabel(item, known.stored));
};

const idsAt = (item: Item, paths: readonly { readonly path: string }[]): ItemId[] =>
  paths
    .flatMap(({ path }) => valuesAt(item as Readonly<Record<string, Json>>, path))
    .filter((value) => typeof value === 'string');

/** What came with the item, by the statement that read it: every relation whose type is declared. */
const knownWith = (plans: Plans, item: Item | undefined, labels: ReadonlyMap<ItemId, string>): Known => {
  const paths = item && plans.get(item._t)?.related;
  return { stored: new Map(labels), asked: new Set(item && paths ? [item._c.creator, ...idsAt(item, paths)] : []) };
};

/** The items with `$labels`, of the creator and of every related item. `brought`: labels that came with the only item. */
export const withRelatedLabels = async (
  readView: ReadView,
  items: readonly Item[],
  brought?: ReadonlyMap<ItemId, string>,
): Promise<Item[]> => {
  const known = brought ? knownWith(readView.plans, items[0], brought) : nothingKnown();
  const { stored } = known;
  const related = items.map((item) => ({
    item,
    ids: [item._c.creator, ...idsAt(item, readView.plans.get(item._t)?.relations ?? [])],
  }));
  await load(
    readView,
    known,
    related.flatMap(({ item, ids }) => [...ids, ...referencesIn(item.$label)]),
  );
  return related.map(({ item, ids }): Item => {
    const labels: Record<ItemId, string> = {};
    for (const id of ids) {
      const label = stored.get(id);
      if (label !== undefined) labels[id] = shownLabel(label, stored);
    }
    return Object.assign(withLabel(item, stored), { $labels: labels });
  });
};
