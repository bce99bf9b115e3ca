// Determines what receivers may see of one changed item: its readable levels, its related items, and its label. The acls of all of them are
// read once for each change; receivers that read the same of them share a view. Called by updateForReceivers.ts with the current read filter
// of every receiver.

import { relationPaths } from 'src/model/schema/paths.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { idsAtPaths } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { LABEL_DEPTH, visibleLabel, type LabelRow } from 'src/server/store/readLabels.ts';
import { movesReaders, type VisibleChange } from 'src/server/watch/visibleChange.ts';

interface Options {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'levelAcl' | 'storedLabels'>;
}

/** Two receivers with the same view get the same text. */
export interface View {
  /** One digit per stricter level. */
  readonly levels: string;
  readonly label: string;
  /** Related items that the receiver may see. */
  readonly shown: ReadonlySet<ItemId>;
  /** Last editor, if the receiver may see that person. */
  readonly updater: ItemId | undefined;
}

/** Returns the view of a read filter: the same object for all that read the same acls of the change. */
export type ViewOf = (readFilter: Pick<ReadFilter, 'canRead'>) => View;

const STRICTER = LEVELS.slice(1);

/** Returns the acls of the item's stricter levels, from which views are determined. */
const levelAcls = async ({ items }: Options, { type, stored }: VisibleChange): Promise<ReadonlyMap<Level, number>> => {
  const acls = new Map<Level, number>();
  const wanted = STRICTER.filter((level) =>
    Object.values(type.properties).some((property) => property.level === level),
  );
  for (const level of wanted) acls.set(level, await items.levelAcl(stored, level));
  return acls;
};

const namedItemIds = ({ type, stored, change, diff, whole }: VisibleChange): ItemId[] => {
  const paths = relationPaths(type);
  const saved = Object.entries(diff?.diff ?? {}).flatMap(([name, change]) =>
    (change ?? []).map((value) => ({ [name]: value })),
  );
  const changed = saved.flatMap((values) => idsAtPaths(values, paths));
  return whole || movesReaders(change)
    ? [stored.creator, ...idsAtPaths(stored.properties, paths), ...changed]
    : changed;
};

type LabelRows = ReadonlyMap<ItemId, LabelRow>;

/** Reads the labels of these items and of the items in them. */
const rowsWithin = async (
  rowOf: (id: ItemId) => Promise<LabelRow | undefined>,
  ids: Iterable<ItemId>,
): Promise<LabelRows> => {
  const rows = new Map<ItemId, LabelRow>();
  const asked = new Set<ItemId>();
  let wanted = new Set(ids);
  for (let depth = 0; depth <= LABEL_DEPTH && wanted.size > 0; depth += 1) {
    for (const id of wanted) asked.add(id);
    const found = await Promise.all([...wanted].map(async (id) => [id, await rowOf(id)] as const));
    for (const [id, row] of found) if (row) rows.set(id, row);
    const references = found.flatMap(([, row]) => (row ? referencesIn(row.label) : []));
    wanted = new Set(references.filter((id) => !asked.has(id)));
  }
  return rows;
};

interface Seen {
  readonly change: VisibleChange;
  readonly levels: ReadonlyMap<Level, number>;
  /** Related items of the change. */
  readonly ids: readonly ItemId[];
  readonly rows: LabelRows;
}

const viewFor = ({ change: { stored }, levels, ids, rows }: Seen, reads: (acl: number) => boolean): View => {
  const isRead = (id: ItemId): boolean => reads(rows.get(id)?.acl ?? -1);
  const labels = new Map([...rows].flatMap(([id, { label }]) => (isRead(id) ? [[id, label] as const] : [])));
  const named = new Map(
    ids.flatMap((id) => {
      const label = labels.get(id);
      return label === undefined ? [] : [[id, visibleLabel(id, label, labels)] as const];
    }),
  );
  const { updater } = stored;
  return {
    levels: STRICTER.map((level) => (reads(levels.get(level) ?? -1) ? '1' : '0')).join(''),
    label: resolveLabel(stored.label, named, stored.id),
    shown: new Set(named.keys()),
    updater: updater !== undefined && isRead(updater) ? updater : undefined,
  };
};

const sharedViews = (seen: Seen): ViewOf => {
  const acls = [...new Set([...seen.levels.values(), ...[...seen.rows.values()].map(({ acl }) => acl)])];
  const views = new Map<string, View>();
  return ({ canRead }) => {
    const key = acls.map((acl) => (canRead(acl) ? '1' : '0')).join('');
    const view = views.get(key) ?? viewFor(seen, (acl) => acl >= 0 && canRead(acl));
    views.set(key, view);
    return view;
  };
};

/** Returns a function that reads what the views of a change need. Changes that are prepared together are read together. */
export const createReceiverRights = (options: Options): ((change: VisibleChange) => Promise<ViewOf>) => {
  const { database, items, readFilters } = options;
  const rowOf = createCollectedReads((ids: readonly ItemId[]) => items.storedLabels(database, ids));
  return async (change) => {
    const { stored } = change;
    const ids = [...new Set([...referencesIn(stored.label), ...namedItemIds(change)])];
    const people = stored.updater === undefined ? [] : [stored.updater];
    const [levels, rows] = await Promise.all([levelAcls(options, change), rowsWithin(rowOf, [...ids, ...people])]);
    await readFilters.learn([...levels.values(), ...[...rows.values()].map(({ acl }) => acl)]);
    return sharedViews({ change, levels, ids, rows });
  };
};
