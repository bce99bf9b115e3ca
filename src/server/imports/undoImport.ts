// `act/undoImport/async`: takes an import back, the last row first. Values that were edited since stay and are listed, and so are items that
// cannot be removed. It needs the right to change the items, not the right to delete them.

import { DAY_MS } from 'src/base/dayMs.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { invalidAt, invalidEntries, isProblem, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { dropAccount, hasUsedAccount } from 'src/server/imports/importedPeople.ts';
import type { ImportNeeds, ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import {
  addImportRows,
  addImportRun,
  countImportRows,
  importedRowsBefore,
  noteRowsTakenBack,
  runOfImport,
  setImportCounts,
  UNDO_DAYS,
  type ImportRow,
  type UndoCounts,
} from 'src/server/store/importRows.ts';
import { removeImportedPaths } from 'src/server/store/legacyPath.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isNamed } from 'src/server/store/itemsNaming.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import {
  ITEMS_AT_ONCE,
  lockedTogether,
  ROWS_AT_ONCE,
  settleInTime,
  withOwners,
  type Owners,
} from 'src/server/tasks/runBulk.ts';
import type { BeginTask, TaskAction, TaskHandler, TaskRun } from 'src/server/TaskHandler.ts';

const LAST = 2_147_483_647;
const UNDO_IMPORT_ACTION = 'undoImport';

/** Reason why an undo leaves an item, or some of its properties. */
type Kept = {
  readonly message: string;
  readonly params?: Values;
  readonly paths: readonly string[];
};

interface TakenBack {
  /** Undefined where everything was taken back. */
  readonly kept?: Kept | undefined;
  /** Version that the undo has written. */
  readonly u?: number | undefined;
  /** The item as it was before. */
  readonly stored?: StoredItem | undefined;
}

const kept = (message: string, paths: readonly string[] = [], params?: Values): Kept => ({
  message,
  paths,
  ...(params && { params }),
});

/** Returns the reason with those of the properties that every reader of the item may see. */
const keptProperties = (
  { services: { registry } }: ImportWriting,
  { type }: StoredItem,
  { message, names }: { readonly message: string; readonly names: readonly string[] },
): Kept => {
  const { properties = {} } = registry.types[type] ?? {};
  return kept(
    message,
    names.filter((name) => properties[name]?.level === undefined),
  );
};

const changedSince = (context: ImportWriting, stored: StoredItem, names: readonly string[]): Kept =>
  keptProperties(context, stored, { message: 'import.changedSince', names });

const namesOfFaults = (error: unknown): string[] =>
  invalidEntries(error).flatMap(({ path }) => path.split('/')[1] ?? []);

interface WrittenBack {
  /** Names of values that are no longer accepted. */
  readonly refused: readonly string[];
  readonly u?: number;
}

/** Writes values back, except those that are no longer accepted, such as a list value that was merged into another. */
const writeBack = async (context: ImportWriting, id: ItemId, changes: Values): Promise<WrittenBack> => {
  if (Object.keys(changes).length === 0) return { refused: [] };
  try {
    const { stored } = await updateItem(context, { id, u: undefined, changes });
    return { refused: [], u: stored.u };
  } catch (error) {
    const refused = namesOfFaults(error).filter((name) => Object.hasOwn(changes, name));
    if (refused.length === 0) throw error;
    const accepted = Object.entries(changes).filter(([name]) => !refused.includes(name));
    const others = await writeBack(context, id, Object.fromEntries(accepted));
    return { ...others, refused: [...refused, ...others.refused] };
  }
};

/** Returns the item when the person may change it. */
const itemToUndo = async (context: ImportWriting, id: ItemId): Promise<StoredItem> => {
  const { services, readFilter, tx } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  if (!(await services.access.can(tx, readFilter, stored, 'update'))) throw problem('notAllowed');
  return stored;
};

/** Returns the names of properties that have other values than in the version. */
const editedNames = async ({ services, tx }: ImportWriting, stored: StoredItem, u: number): Promise<string[]> => {
  if (stored.u === u) return [];
  const { before, unknown } = await services.items.changesSince(tx, stored, u);
  const edited = Object.keys(before).filter(
    (name) => !deepEqual(before[name] ?? null, stored.properties[name] ?? null),
  );
  return [...new Set([...edited, ...unknown])];
};

const removeCreated = async (context: ImportWriting, id: ItemId, u: number): Promise<TakenBack> => {
  const { services, tx } = context;
  if (!(await services.items.find(tx, id))) return {};
  const stored = await itemToUndo(context, id);
  const edited = await editedNames(context, stored, u);
  if (edited.length > 0) return { kept: changedSince(context, stored, edited) };
  if (await isNamed(tx, services.registry, id)) return { kept: kept('import.inUse') };
  const isPerson = stored.type === SYSTEM_TYPES.user;
  if (isPerson && (await hasUsedAccount(context, id))) return { kept: kept('import.accountUsed') };
  await services.items.remove(tx, stored, writeMetadataOf(context));
  if (isPerson) await dropAccount(context, id);
  return { stored };
};

const restoreChanged = async (
  context: ImportWriting,
  { id, u, before }: { readonly id: ItemId; readonly u: number; readonly before: Values },
): Promise<TakenBack> => {
  const { services, tx } = context;
  if (!(await services.items.find(tx, id))) return { kept: kept('import.deletedSince') };
  const stored = await itemToUndo(context, id);
  const edited = new Set(await editedNames(context, stored, u));
  const changes = Object.fromEntries(Object.entries(before).filter(([name]) => !edited.has(name)));
  const { refused, ...restored } = await writeBack(context, id, changes);
  const names = Object.keys(before).filter((name) => edited.has(name));
  if (names.length > 0) return { kept: changedSince(context, stored, [...names, ...refused]) };
  if (refused.length === 0) return { ...restored, stored };
  return { kept: keptProperties(context, stored, { message: 'import.notAccepted', names: refused }) };
};

const takeRowBack = async (context: ImportWriting, { state, id, u, detail }: ImportRow): Promise<TakenBack> => {
  if (id === null) return {};
  if (state === 'c') return await removeCreated(context, id, u ?? 1);
  return await restoreChanged(context, { id, u: u ?? 1, before: (detail['before'] ?? {}) as Values });
};

const keptByError = (context: ImportWriting, error: unknown): Kept => {
  if (isDeadlock(error) || isOutage(error)) throw error;
  if (!isProblem(error)) {
    context.services.log('a row of an import could not be undone', error);
    return kept('errors.generalFailure');
  }
  return kept(error.key === 'inUse' ? 'import.inUse' : `errors.${error.key}`);
};

type UndoCheckpoint = Progress & UndoCounts & { readonly before: number; readonly n: number; readonly owners?: Owners };

const UNDO_START = { done: 0, before: LAST, n: 0, removed: 0, restored: 0 };

type UndoRun = TaskRun<ImportNeeds>;

interface UndoneRow extends TakenBack {
  readonly row: ImportRow;
}

/** Reads and locks the items of the rows with few statements. */
const lockRowItems = async ({ services, tx }: ImportWriting, rows: readonly ImportRow[]): Promise<void> => {
  if (!tx.batch) return;
  const [created, changed] = (['c', 'u'] as const).map((state) =>
    lockedTogether(
      { services },
      rows.filter((row) => row.state === state).flatMap(({ id }) => id ?? []),
    ),
  );
  await services.items.findMany(tx, changed ?? [], { lock: true });
  await services.items.lockToRemove(tx, created ?? []);
};

const undoRows = async (context: ImportWriting, rows: readonly ImportRow[]): Promise<UndoneRow[]> => {
  await lockRowItems(context, rows);
  return await settleInTime(context.tx, rows, async (row) => {
    const back = await inSavepoint(context.tx, (inner) =>
      takeRowBack({ ...context, db: inner, tx: inner, many: true }, row),
    ).catch((error: unknown) => ({ kept: keptByError(context, error) }));
    return { row, ...back };
  });
};

const keptRows = (undone: readonly UndoneRow[], from: number): ImportRow[] =>
  undone
    .filter((each): each is UndoneRow & { readonly kept: Kept } => each.kept !== undefined)
    .map(({ row, kept: why }, at) => ({
      ...{ n: from + at, row: row.row, state: 'k' as const, id: row.id, u: row.u },
      detail: why,
    }));

const countsTakenBack = (undone: readonly UndoneRow[], { removed, restored }: UndoCounts): UndoCounts => {
  const states = undone.filter((each) => each.kept === undefined).map(({ row }) => row.state);
  return {
    removed: removed + states.filter((state) => state === 'c').length,
    restored: restored + states.filter((state) => state === 'u').length,
  };
};

/** Undoes one batch. Returns false after the last one. */
const undoBatch = async (run: UndoRun, source: string, total: number): Promise<boolean> => {
  let goesOn = false;
  await run.batch(async (context) => {
    const known = (run.checkpoint as UndoCheckpoint | null) ?? { ...UNDO_START, total };
    const rows = await importedRowsBefore(context.tx, source, { before: known.before, most: ROWS_AT_ONCE });
    const undone = await context.services.items.together(context.tx, (tx) =>
      undoRows({ ...context, db: tx, tx }, tx.batch ? rows : rows.slice(0, ITEMS_AT_ONCE)),
    );
    const stays = keptRows(undone, known.n);
    const settled = undone.map(({ kept: why, stored }) => ({
      state: why === undefined ? ('c' as const) : ('s' as const),
      ...(stored && { stored }),
    }));
    const owners = withOwners(context, known.owners ?? {}, settled);
    await addImportRows(context.tx, run.key, stays);
    await noteRowsTakenBack(
      context.tx,
      source,
      undone.filter((each) => each.kept === undefined).map(({ row: { n, u: former }, u = former }) => ({ n, u })),
    );
    goesOn = rows.length > 0;
    if (!goesOn) {
      await removeImportedPaths(context.tx, source);
      const { events } = context.services;
      await events.writeOfMany(context.tx, UNDO_IMPORT_ACTION, Object.values(owners), writeMetadataOf(context));
    }
    // The record of the import says what was removed, restored and kept.
    const progress = { done: known.done + undone.length, total };
    const before = undone.at(-1)?.row.n ?? known.before;
    const takenBack = countsTakenBack(undone, known);
    await setImportCounts(context.tx, run.key, takenBack);
    return { checkpoint: { ...progress, ...takenBack, before, n: known.n + stays.length, owners }, progress };
  });
  return goesOn;
};

const sourceRun = async (context: Pick<ImportWriting, 'db'>, target: ItemId): Promise<string> => {
  const source = await runOfImport(context.db, parseItemId(target).number);
  if (source === undefined) throw problem('notFound');
  return source;
};

const UNDOABLE: readonly unknown[] = ['DONE', 'STOPPED', 'FAILED', 'UNDONE'];

/** The outcomes of the rows are deleted after that time. */
const isUndoExpired = ({ properties: { started, undoUntil } }: StoredItem, now: Date): boolean => {
  const until =
    typeof undoUntil === 'string' ? Date.parse(undoUntil) : Date.parse(String(started)) + UNDO_DAYS * DAY_MS;
  return until < now.getTime();
};

const beginImportUndo: BeginTask<ImportNeeds> = (_context, { target }) =>
  Promise.resolve(async (context, key) => {
    const { services, tx, subject } = context;
    const stored = await services.items.find(tx, target, true);
    if (!stored || !UNDOABLE.includes(stored.properties['state'])) throw problem('notAllowed');
    if (isUndoExpired(stored, context.now)) throw invalidAt('/undoUntil', 'import.undoOver');
    const source = await sourceRun(context, target);
    const { c = 0, u = 0 } = await countImportRows(tx, source);
    const { number } = stored;
    const row = { t: 0, owner: '', file: '', live: false, former: String(stored.properties['state']) };
    await addImportRun(tx, { key, userId: subject.userId ?? '', import: number, ...row });
    await services.items.write(tx, stored, { state: 'UNDOING' }, writeMetadataOf(context));
    return { done: 0, total: c + u };
  });

const runUndo: TaskHandler<ImportNeeds> = async (run) => {
  const context = await run.context();
  const source = await sourceRun(context, run.target);
  const { c = 0, u = 0 } = await countImportRows(context.db, source);
  const { done = 0 } = (run.checkpoint as UndoCheckpoint | null) ?? {};
  const total = done + c + u;
  while (await undoBatch(run, source, total));
  return {};
};

export const undoImportTask: TaskAction<ImportNeeds> = { begin: beginImportUndo, run: runUndo };
