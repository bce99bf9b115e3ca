// Selects the properties of items that a read of many items needs. Reading whole items would parse and copy values that are not shown.

import type { Json, OwnItem, Values } from 'src/model/item/Item.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { ReadPlan } from 'src/server/store/itemPlan.ts';
import { headerFromRow, type HeaderRow } from 'src/server/store/headerRow.ts';
import type { OutlyingValues } from 'src/server/store/itemRows.ts';
import { quoted } from 'src/server/store/partitions.ts';

export interface ItemReadOptions {
  readonly channel: Channel;
  /** Adds `$labels` to each item. With `shared`, all items of the answer have the same object with the labels of all their related items. */
  readonly labels?: boolean | 'shared';
  /** Top-level properties that the caller needs. Others may be missing in the items. */
  readonly properties?: ReadonlySet<string> | undefined;
  /** Leaves out PRIVATE items, PRIVATE properties, and relations to PRIVATE items with their labels. */
  readonly withoutPrivate?: boolean;
}

/** Selected properties of a type. */
export interface Selection {
  /** Selected properties, and those on which the record of a read depends. */
  readonly names: readonly string[];
  /** Paths of related items in them. */
  readonly relationPaths: readonly string[];
  readonly isLeveled: boolean;
  readonly hasGeometry: boolean;
}

/** Most properties that are read one by one. Above it, reading the whole item is faster. */
const MAX_SELECTED = 24;

const topName = (path: string): string => path.split('.', 1)[0] ?? path;

const selectionIn = (plan: ReadPlan, properties: ReadonlySet<string>): Selection | undefined => {
  const { type, privateNames, clocks, counts } = plan;
  // A clock is computed from other properties.
  if (clocks.some(({ name }) => properties.has(name))) return undefined;
  const recorded = [...privateNames, ...(type.server.access.read.limitedBy ?? [])];
  const counted = counts.flatMap(({ name, path, by }) => (properties.has(name) && !by ? [topName(path)] : []));
  const names = [...new Set([...properties, ...recorded, ...counted])].filter((name) =>
    Object.hasOwn(type.properties, name),
  );
  if (names.length > MAX_SELECTED) return undefined;
  return {
    names,
    relationPaths: plan.relationPaths.filter((path) => names.includes(topName(path))),
    isLeveled: names.some((name) => type.properties[name]?.level !== undefined),
    hasGeometry: plan.geometries.some((name) => names.includes(name)),
  };
};

type Selections = Map<ReadPlan, Selection | undefined>;

/** Callers read page after page with the same set. */
const knownSelections = new WeakMap<ReadonlySet<string>, Selections>();

/** Returns undefined when the whole item is read. */
export const selectionOf = (plan: ReadPlan, properties: ReadonlySet<string> | undefined): Selection | undefined => {
  if (!properties) return undefined;
  const known: Selections = knownSelections.get(properties) ?? new Map();
  knownSelections.set(properties, known);
  if (!known.has(plan)) known.set(plan, selectionIn(plan, properties));
  return known.get(plan);
};

/** Returns an expression for a JSON list with the unrestricted values of the names. */
export const selectedBodySql = ({ names }: Selection): string =>
  `json_build_array(${names.map((name) => `x.body -> ${quoted(name)}`).join(', ')})`;

/** Row of a selection: `body` has one value per name, null for a missing one. */
export interface SelectedRow extends HeaderRow, OutlyingValues {
  readonly body: readonly Json[];
}

const addNamed = (item: OwnItem, names: readonly string[], values: Values): void => {
  for (const name in values) if (names.includes(name)) item[name] = values[name];
};

/** Builds an item from the selected values of a row whose hidden parts the statement has left out. */
export const selectedFromRow = (plan: ReadPlan, { names }: Selection, row: SelectedRow): OwnItem => {
  const item = headerFromRow(plan, row);
  for (let at = 0; at < names.length; at += 1) {
    const value = row.body[at] ?? null;
    if (value !== null) item[names[at] ?? ''] = value;
  }
  for (const part of row.parts ?? []) addNamed(item, names, part.body);
  if (row.shapes) addNamed(item, names, row.shapes);
  return item;
};
