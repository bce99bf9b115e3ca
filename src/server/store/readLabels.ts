// Labels as a gate may see them: of items by id, of the items that their labels name, and of those that they relate to.
// A label that the gate may not see never leaves here. Called by readItems.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import { readable } from 'src/server/access/read/readable.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { numbersByPlan } from 'src/server/store/storeContext.ts';

type Plans = ReadonlyMap<string, ItemPlan>;
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
    const text = `select i, label from ${partitionOf(type.number)} where i = any($2::int[]) and ${readable('acl', '$1')}`;
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

/** Replaces the ids inside of labels by labels that the gate may see. */
const resolved = async (readView: ReadView, labels: Labels, depth: number): Promise<Labels> => {
  const named = [...new Set([...labels.values()].flatMap(referencesIn))];
  const known: Labels =
    named.length === 0 || depth === 0
      ? new Map()
      : await resolved(readView, await labelRows(readView, named), depth - 1);
  return new Map([...labels].map(([id, label]) => [id, resolveLabel(label, known)]));
};

export const readLabels = async (readView: ReadView, ids: readonly ItemId[]): Promise<Labels> =>
  resolved(readView, await labelRows(readView, ids), LABEL_DEPTH);

/** The items with what their own labels name put in. */
export const withOwnLabels = async (readView: ReadView, items: readonly Item[]): Promise<Item[]> => {
  if (!items.some((item) => referencesIn(item.$label).length > 0)) return [...items];
  const labels = await resolved(readView, new Map(items.map((item) => [item.$id, item.$label])), LABEL_DEPTH);
  return items.map((item): Item => Object.assign({}, item, { $label: labels.get(item.$id) ?? item.$id }));
};

const relatedIds = (plans: Plans, item: Item): ItemId[] => {
  const paths = plans.get(item._t)?.relations ?? [];
  const values = paths.flatMap(({ path }) => valuesAt(item as Readonly<Record<string, Json>>, path));
  return [item._c.creator, ...values.filter((value) => typeof value === 'string')];
};

/** The items with `$labels`: of the creator and of every related item. */
export const withRelatedLabels = async (readView: ReadView, items: readonly Item[]): Promise<Item[]> => {
  const related = items.map((item) => ({ item, ids: relatedIds(readView.plans, item) }));
  const labels = await readLabels(
    readView,
    related.flatMap(({ ids }) => ids),
  );
  return related.map(({ item, ids }): Item => {
    const mine = ids.flatMap((id) => {
      const label = labels.get(id);
      return label === undefined ? [] : [[id, label] as const];
    });
    return Object.assign({}, item, { $labels: Object.fromEntries(mine) });
  });
};
