// The readers of stored items worked out anew: of one item, and of all that take theirs from it. Called by writeItems inside
// of the write that moved them, so that nobody reads by rights that are no more.

import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Readers } from 'src/server/access/read/readers.ts';
import { assembleRow, indexItem, levelsOf } from 'src/server/store/assembleRow.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { dependentItems } from 'src/server/store/dependentItems.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { VISIBILITY } from 'src/server/store/terms.ts';
import { updateItem, writeReaders } from 'src/server/store/writeStatements.ts';

type OwnReaders = Pick<StoredItem, 'acl' | 'level' | 'owners'>;

interface Refreshed {
  readonly stored: StoredItem;
  readonly readers: Readers;
}

interface LevelAcl {
  readonly level: number;
  readonly acl: number;
}

// A circle of items that inherit from each other must not keep a transaction busy for ever.
const DEEPEST_PROPAGATION = 8;

export const sameReaders = (a: OwnReaders, b: OwnReaders): boolean =>
  a.acl === b.acl && a.level === b.level && a.owners.join(' ') === b.owners.join(' ');

const levelAcls = (stored: StoredItem, readers: Readers): Promise<LevelAcl[]> =>
  Promise.all(
    Object.keys(stored.levels).map(async (level) => ({
      level: levelRank(level as Level),
      acl: await readers.aclAt(level as Level),
    })),
  );

/** What stands apart is another set now: the item is written whole. */
const writeWhole = async (
  tx: Transaction,
  { parts, plan }: { parts: StoreContext; plan: ItemPlan },
  { stored, readers }: Refreshed,
): Promise<StoredItem> => {
  const { acl, level, owners, aclAt } = readers;
  const metadata: WriteMetadata = { at: new Date(stored.updated), by: stored.creator, actor: undefined };
  const drawn = await indexItem(parts, plan, { item: { ...stored, exists: true }, level, aclAt });
  const whole: StoredItem = { ...stored, acl, level, owners, u: stored.u + 1, levels: levelsOf(drawn) };
  const written = { stored: whole, drawn, metadata, kind: 'readersChanged', diff: {}, oldAcl: stored.acl };
  await updateItem(tx, assembleRow(plan, written));
  return whole;
};

const writeReadersOnly = async (
  tx: Transaction,
  { parts, plan }: { parts: StoreContext; plan: ItemPlan },
  { stored, readers, levels }: Refreshed & { levels: readonly LevelAcl[] },
): Promise<StoredItem> => {
  const { acl, level, owners } = readers;
  const visibilityTerm = (each: Level): Promise<number[]> => parts.terms.intern([{ prop: VISIBILITY, val: each }]);
  const [addTerms, dropTerms] =
    level === stored.level ? [[], []] : await Promise.all([visibilityTerm(level), visibilityTerm(stored.level)]);
  const row = { t: plan.type.number, i: stored.number, acl, level: levelRank(level), owners, oldAcl: stored.acl };
  await writeReaders(tx, { ...row, addTerms, dropTerms, levels });
  return { ...stored, acl, level, owners };
};

/** Works out the readers of one item anew; the item as it is then, or undefined when they did not change. */
export const refreshReaders = async (
  tx: Transaction,
  parts: StoreContext,
  stored: StoredItem,
): Promise<StoredItem | undefined> => {
  const plan = planNamed(parts.plans, stored.type);
  const readers = await parts.settled.readersOf(tx, { ...stored, exists: true });
  const levels = await levelAcls(stored, readers);
  const sameLevels = levels.every(({ level, acl }) => stored.levels[LEVELS[level] ?? 'PRIVATE'] === acl);
  if (sameReaders(stored, readers) && sameLevels) return undefined;
  return plan.apart && readers.level !== stored.level
    ? writeWhole(tx, { parts, plan }, { stored, readers })
    : writeReadersOnly(tx, { parts, plan }, { stored, readers, levels });
};

/** After the readers of an item changed: those of the items that take theirs from it. */
export const propagateReaders = async (
  tx: Transaction,
  parts: StoreContext,
  { changed, depth = 0 }: { changed: StoredItem; depth?: number },
): Promise<void> => {
  if (depth >= DEEPEST_PROPAGATION) return;
  for (const id of await dependentItems(tx, parts, changed)) {
    const stored = await parts.find(tx, id, 'write');
    const next = stored && (await refreshReaders(tx, parts, stored));
    if (next) await propagateReaders(tx, parts, { changed: next, depth: depth + 1 });
  }
};
