// Determines what a receiver may see of one changed item: its readable levels, its related items, and its label for the receiver. Called by
// updateForReceivers.ts for each change, with the current read filter of every receiver.

import { relationPaths } from 'src/model/schema/paths.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { idsAtPaths } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { movesReaders, type VisibleChange } from 'src/server/watch/visibleChange.ts';

interface Options {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'levelAcl' | 'labels' | 'find'>;
}

/** Two receivers with equal views get the same text. */
export interface View {
  /** One digit per stricter level. */
  readonly levels: string;
  readonly label: string;
  /** Related items that the receiver may see. */
  readonly shown: ReadonlySet<ItemId>;
  /** Last editor, if the receiver may see that person. */
  readonly updater: ItemId | undefined;
}

const STRICTER = LEVELS.slice(1);

/** Returns the learned acls of the item's stricter levels, from which views are determined. */
const levelAcls = async (
  { readFilters, items }: Options,
  { type, stored }: VisibleChange,
): Promise<Map<Level, number>> => {
  const acls = new Map<Level, number>();
  const wanted = STRICTER.filter((level) =>
    Object.values(type.properties).some((property) => property.level === level),
  );
  for (const level of wanted) acls.set(level, await items.levelAcl(stored, level));
  await readFilters.learn([...acls.values()]);
  return acls;
};

const readableLevels = (readFilter: ReadFilter, acls: ReadonlyMap<Level, number>): string =>
  STRICTER.map((level) => (readFilter.canRead(acls.get(level) ?? -1) ? '1' : '0')).join('');

/** Uses the acl of the person, because reading the label would need a statement for each receiver. */
const updaterFor = async (
  { items, database, readFilters }: Options,
  { stored: { updater } }: VisibleChange,
): Promise<(readFilter: ReadFilter) => ItemId | undefined> => {
  const person = updater === undefined ? undefined : await items.find(database, updater);
  if (!person) return () => undefined;
  await readFilters.learn([person.acl]);
  return (readFilter) => (readFilter.canRead(person.acl) ? updater : undefined);
};

/** Items in the change may be hidden from some readers of this one. Evaluated once per set of principals. */
const namedPerReaders = ({ database, items }: Options, visibleChange: VisibleChange) => {
  const references = referencesIn(visibleChange.stored.label);
  const ids = [...new Set([...references, ...namedItemIds(visibleChange)])];
  const known = new Map<string, Promise<ReadonlyMap<ItemId, string>>>();
  return (readFilter: ReadFilter): Promise<ReadonlyMap<ItemId, string>> => {
    if (ids.length === 0) return Promise.resolve(new Map());
    const readers = `${readFilter.subject.admin} ${readFilter.principals.join(' ')}`;
    const found = known.get(readers) ?? items.labels(database, readFilter, ids);
    known.set(readers, found);
    return found;
  };
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

export const visibleToReceivers = async (
  options: Options,
  visibleChange: VisibleChange,
): Promise<(readFilter: ReadFilter) => Promise<View>> => {
  const acls = await levelAcls(options, visibleChange);
  const namedFor = namedPerReaders(options, visibleChange);
  const updaterOf = await updaterFor(options, visibleChange);
  return async (readFilter) => {
    const named = await namedFor(readFilter);
    const label = resolveLabel(visibleChange.stored.label, named, visibleChange.stored.id);
    const updater = updaterOf(readFilter);
    return { levels: readableLevels(readFilter, acls), label, shown: new Set(named.keys()), updater };
  };
};
