// Reads labels as a read filter may see them: of items by id, of items in those labels, and of related items. A hidden label never leaves
// this module. Called by readItems.

import { levelRank } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json, OwnItem } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { hiddenChanges } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { aclOf, presentLevel, readable, unlessClosed } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ReadPlan } from 'src/server/store/itemPlan.ts';
import { numbered, numberList, partitionOf } from 'src/server/store/partitions.ts';
import { selectionOf, type ItemReadOptions } from 'src/server/store/selectedProperties.ts';
import { numbersByPlan } from 'src/server/store/storeContext.ts';

type Plans = ReadonlyMap<string, ReadPlan>;
type Labels = Map<ItemId, string>;

/** Reader and database of a read. */
export interface ReadView {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
  readonly plans: Plans;
  /** Top-level properties that are read; all by default. */
  readonly properties?: ReadonlySet<string> | undefined;
  /** PRIVATE items are hidden. */
  readonly withoutPrivate?: boolean | undefined;
}

// A label may contain an item whose label contains a third one. Deeper ones are not read.
export const LABEL_DEPTH = 3;

const labelRows = async (
  { db, readFilter, plans, withoutPrivate = false }: ReadView,
  ids: readonly ItemId[],
): Promise<Labels> => {
  const found: Labels = new Map();
  const open = withoutPrivate ? ` and ${presentLevel('x')} < ${levelRank('PRIVATE')}` : '';
  const reads = [...numbersByPlan(plans, ids)].map(async ([{ type }, numbers]) => {
    const text = `select i, label from ${partitionOf(type.number)} x where ${numbered(type.number, '$2')} and ${readable(aclOf('x'), '$1')}${open}`;
    const rows = await db.query<{ i: number; label: string }>(
      text,
      [readFilter.mask, numberList(numbers)],
      `item.${withoutPrivate ? 'openLabels' : 'labels'}.${type.number}`,
    );
    for (const { i, label } of rows) found.set(itemId(type.name, i), label);
  });
  await Promise.all(reads);
  return found;
};

/** Stored label of an item, with the acl by which it is read. */
export interface LabelRow {
  readonly label: string;
  readonly acl: number;
}

/** Returns stored labels without a filter. The caller decides by their acls which ones a reader gets. */
export const storedLabels = async (
  db: Queryable,
  plans: Plans,
  ids: readonly ItemId[],
): Promise<Map<ItemId, LabelRow>> => {
  const found = new Map<ItemId, LabelRow>();
  const reads = [...numbersByPlan(plans, ids)].map(async ([{ type }, numbers]) => {
    const text = `select i, label, ${unlessClosed(aclOf('x'))} as acl from ${partitionOf(type.number)} x where ${numbered(type.number, '$1')}`;
    const rows = await db.query<LabelRow & { i: number }>(
      text,
      [numberList(numbers)],
      `item.storedLabels.${type.number}`,
    );
    for (const { i, ...row } of rows) found.set(itemId(type.name, i), row);
  });
  await Promise.all(reads);
  return found;
};

/** Stored labels, and the ids that were requested, found or not. */
interface Known {
  readonly stored: Map<ItemId, string>;
  readonly asked: Set<ItemId>;
}

const nothingKnown = (): Known => ({ stored: new Map(), asked: new Set() });

/** Reads the labels of these ids and of the items in them. */
const loadLabels = async (readView: ReadView, { stored, asked }: Known, ids: Iterable<ItemId>): Promise<void> => {
  let wanted = new Set(ids);
  for (const label of stored.values()) for (const id of referencesIn(label)) wanted.add(id);
  for (let depth = 0; depth <= LABEL_DEPTH; depth += 1) {
    const missing = [...wanted].filter((id) => !asked.has(id));
    if (missing.length === 0) return;
    const found = await labelRows(readView, missing);
    for (const id of missing) asked.add(id);
    for (const [id, label] of found) stored.set(id, label);
    wanted = new Set([...found.values()].flatMap(referencesIn));
  }
};

/** Returns the label with the known labels of its items inserted. */
export const visibleLabel = (
  id: ItemId,
  label: string,
  stored: ReadonlyMap<ItemId, string>,
  depth = LABEL_DEPTH,
): string => {
  const references = referencesIn(label);
  if (references.length === 0) return label;
  const named = new Map<ItemId, string>();
  for (const each of depth > 0 ? references : []) {
    const found = stored.get(each);
    if (found !== undefined) named.set(each, visibleLabel(each, found, stored, depth - 1));
  }
  return resolveLabel(label, named, id);
};

export const readLabels = async (readView: ReadView, ids: readonly ItemId[]): Promise<Labels> => {
  const known = nothingKnown();
  await loadLabels(readView, known, ids);
  const { stored } = known;
  const shown: Labels = new Map();
  for (const id of ids) {
    const label = stored.get(id);
    if (label !== undefined) shown.set(id, visibleLabel(id, label, stored));
  }
  return shown;
};

/** Returns what was read together with the item: all relations with declared types. */
const knownWith = (plans: Plans, item: Item | undefined, labels: ReadonlyMap<ItemId, string>): Known => {
  const related = item && plans.get(item._t)?.related.map(({ path }) => path);
  const asked = item && related ? [...peopleOf(item), ...relatedIds(item, related)] : [];
  return { stored: new Map(labels), asked: new Set(asked) };
};

const peopleOf = (item: Item): ItemId[] => [item._c.creator, item.updatedBy].filter((id) => id !== undefined);

const relatedIds = (item: Item, paths: readonly string[]): ItemId[] => {
  const ids: ItemId[] = [];
  for (const path of paths)
    for (const value of valuesAt(item as Readonly<Record<string, Json>>, path))
      if (typeof value === 'string') ids.push(value);
  return ids;
};

/** Creator and last editor are relations like any other. */
export const hidePeople = (item: OwnItem, isShown: (id: ItemId) => boolean): void => {
  if (item.updatedBy !== undefined && !isShown(item.updatedBy)) delete item.updatedBy;
  const { creator, ts } = item._c;
  if (creator === undefined || isShown(creator)) return;
  delete item.createdBy;
  item._c = { ts };
};

const hideRelations = (item: OwnItem, paths: readonly string[], isShown: (id: ItemId) => boolean): void => {
  for (const [name, left] of hiddenChanges(item, paths, isShown) ?? []) {
    if (left === undefined) Reflect.deleteProperty(item, name);
    else item[name] = left;
  }
};

/** Returns a function from ids to the labels of the visible ones. Many items have the same related items. */
const createVisibleLabels = (stored: ReadonlyMap<ItemId, string>) => {
  const cache = new Map<ItemId, string>();
  const labelAt = (id: ItemId, label: string): string => {
    const known = cache.get(id) ?? visibleLabel(id, label, stored);
    cache.set(id, known);
    return known;
  };
  return (ids: readonly ItemId[]): Record<ItemId, string> => {
    const labels: Record<ItemId, string> = {};
    for (const id of ids) {
      const label = stored.get(id);
      if (label !== undefined) labels[id] = labelAt(id, label);
    }
    return labels;
  };
};

interface RelatedOptions {
  /** Labels that were read with a single item. */
  readonly brought?: ReadonlyMap<ItemId, string> | undefined;
  /** Adds `$labels` to each item, with the creator, the last editor and every related item. */
  readonly labels?: ItemReadOptions['labels'] | undefined;
}

/**
 * Inserts labels into labels and removes relation values that the read filter hides. Everything of an item that leaves the server passes
 * through this function.
 */
export const withRelated = async (
  readView: ReadView,
  items: OwnItem[],
  { brought, labels = false }: RelatedOptions = {},
): Promise<OwnItem[]> => {
  const known = brought ? knownWith(readView.plans, items[0], brought) : nothingKnown();
  const { stored } = known;
  const pathsOf = ({ _t }: Item): readonly string[] => {
    const plan = readView.plans.get(_t);
    return (plan && (selectionOf(plan, readView.properties) ?? plan).relationPaths) ?? [];
  };
  // Readers know their own id, so only its label needs a look-up.
  const own = labels === false ? readView.readFilter.subject.userId : undefined;
  const related = items.map((item) => [
    ...peopleOf(item).filter((id) => id !== own),
    ...relatedIds(item, pathsOf(item)),
  ]);
  const wanted = new Set(items.flatMap(({ $label }) => referencesIn($label)));
  for (const ids of related) for (const id of ids) wanted.add(id);
  await loadLabels(readView, known, wanted);
  const isShown = (id: ItemId): boolean => stored.has(id);
  const labelsFor = createVisibleLabels(stored);
  const shared = labels === 'shared' ? labelsFor([...stored.keys()]) : undefined;
  items.forEach((item, at) => {
    hidePeople(item, (id) => id === own || isShown(id));
    hideRelations(item, pathsOf(item), isShown);
    item.$label = visibleLabel(item.$id, item.$label, stored);
    if (labels !== false) item.$labels = shared ?? labelsFor(related[at] ?? []);
  });
  return items;
};
