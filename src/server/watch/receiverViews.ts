// What a receiver may see of one changed item: which of its stricter levels, and its label as the receiver reads it. Called by
// createPushes for each change; asks every receiver's gate anew.

import { LEVELS, type Level } from 'src/model/access/levels.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { ReadFilter, ReadFilters } from 'src/server/access/read/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { VisibleChange } from 'src/server/watch/visibleChange.ts';

interface Options {
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'levelAcl' | 'labels'>;
}

/** What two receivers must have in common to be sent the same text. */
export interface View {
  /** A digit per stricter level. */
  readonly levels: string;
  readonly label: string;
}

const STRICTER = LEVELS.slice(1);

/** Acls of the item's stricter levels, each learned, so that a view can be judged. */
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

const levelsOf = (readFilter: ReadFilter, acls: ReadonlyMap<Level, number>): string =>
  STRICTER.map((level) => (readFilter.canRead(acls.get(level) ?? -1) ? '1' : '0')).join('');

/** A label may name other items, which not every reader of this one may see; asked once per set of principals. */
const labelsPerReaders = (
  { database, items }: Options,
  label: string,
): ((readFilter: ReadFilter) => Promise<string>) => {
  const references = referencesIn(label);
  if (references.length === 0) return () => Promise.resolve(label);
  const known = new Map<string, Promise<string>>();
  return (readFilter) => {
    const readers = `${readFilter.subject.admin} ${readFilter.principals.join(' ')}`;
    const resolved =
      known.get(readers) ??
      items.labels(database, readFilter, references).then((labels) => resolveLabel(label, labels));
    known.set(readers, resolved);
    return resolved;
  };
};

export const receiverViews = async (
  options: Options,
  visibleChange: VisibleChange,
): Promise<(readFilter: ReadFilter) => Promise<View>> => {
  const acls = await levelAcls(options, visibleChange);
  const labelFor = labelsPerReaders(options, visibleChange.stored.label);
  return async (readFilter) => ({ levels: levelsOf(readFilter, acls), label: await labelFor(readFilter) });
};
