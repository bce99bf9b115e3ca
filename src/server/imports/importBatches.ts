// Reads a table and settles its rows in batches of one transaction each. A check rolls the items of a batch back and keeps the outcomes.

import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { createListReader, type ListReader } from 'src/server/exchange/exportLists.ts';
import { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
import { findExisting, type ExistingItems } from 'src/server/imports/existingItems.ts';
import type { ImportNeeds, ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { withCollection } from 'src/server/imports/importCollection.ts';
import { importPlan, type ImportPlan, type ImportRequest } from 'src/server/imports/importPlan.ts';
import { loadListCells, type ListCells } from 'src/server/imports/listCells.ts';
import type { CellFault, RowDraft } from 'src/server/imports/rowDraft.ts';
import { IMPORT_START, nextCheckpoint, outcomeRows, type ImportCheckpoint } from 'src/server/imports/rowOutcomes.ts';
import {
  addRowNames,
  noRowNames,
  MOST_ROWS_ABOVE,
  noteRowNames,
  ownColumns,
  rowsAbove,
  rowsNamedIn,
  withRowNames,
  type RowNames,
} from 'src/server/imports/rowNames.ts';
import { addressesInRows } from 'src/server/imports/rowAddresses.ts';
import { convertYielding, draftReader, type DraftReader } from 'src/server/imports/rowDrafts.ts';
import { settleTableRow, type SettledRow, type Settling } from 'src/server/imports/settleRow.ts';
import type { RowOfItem } from 'src/server/imports/rowGroups.ts';
import { NO_CIRCLES, tableParts, withCircleFaults, type RowCircles } from 'src/server/imports/rowOrder.ts';
import type { ReadSheet } from 'src/server/sheets/sheets.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import { addImportRows, rowsThatCreated, setImportCounts } from 'src/server/store/importRows.ts';
import { rollingBack } from 'src/server/store/savepoint.ts';
import { ITEMS_AT_ONCE, ROWS_AT_ONCE, settleInTime, withOwners } from 'src/server/tasks/runBulk.ts';
import type { TaskRun } from 'src/server/TaskHandler.ts';

const TABLE_DEADLINE_MS = 1_800_000;
export type ImportTaskRun = TaskRun<ImportNeeds, ImportRequest>;

/** Everything that a batch needs. */
export interface Importing {
  readonly run: ImportTaskRun;
  readonly plan: ImportPlan;
  readonly words: ExportWords;
  readonly lists: ListCells;
  /** Reads the words of list values, which an export has written. */
  readonly listWords: ListReader;
  /** Row of the file by the key of the item that it is about. */
  readonly seen: Map<string, number>;
  readonly extras: Settling['extras'];
  /** Records of earlier batches that rows may name. */
  readonly names: RowNames;
  readonly circles: RowCircles;
  /** The Import item; undefined in a check. */
  readonly via: ItemId | undefined;
  readonly total: number;
  readonly columns: readonly string[];
}

/** Returns the fault of a row that is about the item of an earlier row of this import. */
const repeatedFault = (
  { row }: RowDraft,
  {
    existing,
    rowOf,
    created,
  }: {
    readonly existing: ExistingItems;
    readonly rowOf: (key: string) => number | undefined;
    readonly created: ReadonlyMap<ItemId, number>;
  },
): CellFault | undefined => {
  const id = existing.items.get(row)?.$id ?? '';
  const earlier = rowOf(existing.keys.get(row) ?? '') ?? rowOf(id) ?? created.get(id);
  return earlier === undefined
    ? existing.faults.get(row)
    : { message: 'import.duplicateRow', params: { row: earlier } };
};

const rememberRow = (settled: SettledRow, existing: ExistingItems, seen: Map<string, number>): void => {
  if (settled.outcome === 'refused') return;
  const key = existing.keys.get(settled.row);
  const id = existing.items.get(settled.row)?.$id ?? settled.stored?.id;
  if (key !== undefined) seen.set(key, settled.row);
  if (id !== undefined) seen.set(id, settled.row);
};

interface Batch {
  readonly settled: SettledRow[];
  readonly seen: Map<string, number>;
  readonly extras: Settling['extras'];
  readonly names: RowNames;
}

/** Reads and locks the items that the rows change, with one statement for each type. */
const lockExisting = async ({ services, tx }: ImportWriting, { items, alike }: ExistingItems): Promise<void> => {
  const ids = [...items.values(), ...[...alike.values()].flat()].map(({ $id }) => $id);
  const [type] = [...items.values()].map(({ _t }) => services.registry.types[_t]);
  // Items that are locked behind others are locked one by one.
  if (tx.batch && type?.server.lockFirst === undefined) await services.items.findMany(tx, ids, { lock: true });
};

type RowToSettle = Parameters<typeof settleTableRow>[1];

interface Naming {
  readonly importing: Importing;
  readonly settling: Settling;
  readonly readDraft: DraftReader;
  /** Records that this batch has created. */
  readonly names: RowNames;
}

/** Settles a row after those earlier rows whose records it names and that are not stored. */
const settleNaming = async (
  context: ImportWriting,
  given: RowToSettle,
  [naming, depth]: readonly [Naming, number],
): Promise<SettledRow> => {
  const { importing, settling, readDraft, names } = naming;
  const { row } = given;
  const columns = ownColumns(importing.plan);
  if (columns.length === 0) return await settleTableRow(context, given, settling);
  const named = rowsNamedIn(row, columns, [importing.names, names]);
  for (const earlier of named.flatMap(({ rows }) => rows)) {
    if (names.ids.has(earlier.row) || depth >= MOST_ROWS_ABOVE) continue;
    const above = { row: earlier, draft: readDraft(earlier), item: undefined, alike: [], fault: undefined };
    await settleNaming(context, above, [naming, depth + 1]);
  }
  const read = named.length === 0 ? given.draft : readDraft(row, (related) => withRowNames(related, named, names));
  const draft = withCircleFaults(read, importing.plan, importing.circles);
  const settled = await settleTableRow(context, { ...given, draft }, settling);
  noteRowNames(names, columns, { row, settled });
  return settled;
};

const settleRows = async (context: ImportWriting, importing: Importing, rows: readonly RowOfItem[]): Promise<Batch> => {
  const { plan, words, run, via, listWords } = importing;
  const readDraft = await draftReader(context, importing, [
    ...rowsAbove(rows, ownColumns(plan), importing.names),
    ...rows,
  ]);
  const drafts = await convertYielding(rows, (row) => readDraft(row));
  const existing = await findExisting(context, drafts, plan);
  const ids = [...existing.items.values()].map(({ $id }) => $id);
  const addresses = await addressesInRows(context, drafts, { plan, via });
  const created = await rowsThatCreated(context.tx, run.key, ids);
  const listText = await listWords(context.readFilter, [...existing.items.values()]);
  await lockExisting(context, existing);
  const seen = new Map<string, number>();
  const settling: Settling = { plan, cells: { words, listText }, extras: new Map(importing.extras), via };
  const names = noRowNames();
  const settled = await settleInTime(context.tx, rows, async (row, at) => {
    const draft = drafts[at] ?? readDraft(row);
    const item = existing.items.get(draft.row);
    const fault =
      repeatedFault(draft, { existing, rowOf: (key) => seen.get(key) ?? importing.seen.get(key), created }) ??
      addresses.fault(draft, item?.$id);
    const alike = existing.alike.get(draft.row) ?? [];
    const done = await settleNaming(context, { row, draft, item, alike, fault }, [
      { importing, settling, readDraft, names },
      0,
    ]);
    rememberRow(done, existing, seen);
    if (done.outcome !== 'refused') addresses.note(draft, done.stored?.id ?? item?.$id);
    return done;
  });
  await addresses.write();
  return { settled, seen, extras: settling.extras, names };
};

/** Writes the rows together, or one by one when one of the writes is refused. */
const settleTogether = (context: ImportWriting, importing: Importing, rows: readonly RowOfItem[]): Promise<Batch> =>
  context.services.items.together(context.tx, (tx) =>
    settleRows({ ...context, db: tx, tx }, importing, tx.batch ? rows : rows.slice(0, ITEMS_AT_ONCE)),
  );

const checkpointNow = ({ run, total }: Importing): ImportCheckpoint => ({
  ...((run.checkpoint as ImportCheckpoint | null) ?? IMPORT_START),
  total,
});

/** Returns how many of the rows were settled, so that others wait no longer than for a part of a second. */
const settleBatch = async (importing: Importing, rows: readonly RowOfItem[]): Promise<number> => {
  const { run, via } = importing;
  let done: Batch = { settled: [], seen: new Map(), extras: new Map(), names: noRowNames() };
  const { readFilter, services } = await run.context();
  // Reads the words of lists before the transaction, which must not wait for a search.
  await importing.listWords(readFilter, []);
  if (via !== undefined) await services.items.expectMany(importing.plan.type.name, importing.total);
  await run.batch(async (context) => {
    const before = checkpointNow(importing);
    done =
      via === undefined
        ? await rollingBack(context.tx, (tx) => settleTogether({ ...context, db: tx, tx }, importing, rows))
        : await settleTogether(context, importing, rows);
    const { settled } = done;
    const outcomes = outcomeRows(settled, via === undefined, before);
    await addImportRows(context.tx, run.key, outcomes);
    const changed = settled.map(({ outcome, stored }) => ({
      state: outcome === 'created' || outcome === 'changed' ? ('c' as const) : ('s' as const),
      ...(stored && { stored }),
    }));
    const owners = via === undefined ? {} : withOwners(context, before.owners, changed);
    const checkpoint = nextCheckpoint(before, settled, { outcomes: outcomes.length, owners });
    await setImportCounts(context.tx, run.key, checkpoint.rows);
    const { done: count, counts } = checkpoint;
    return { checkpoint, progress: { done: count, total: before.total, ...(counts && { counts }) } };
  });
  for (const [key, row] of done.seen) importing.seen.set(key, row);
  // The records of an import are stored now, so that later rows find them.
  if (via === undefined) addRowNames(importing.names, done.names);
  if (via !== undefined) for (const [name, id] of done.extras) importing.extras.set(name, id);
  return done.settled.length;
};

const settleTable = async (importing: Importing, sheet: ReadSheet): Promise<void> => {
  let passed = checkpointNow(importing).settled;
  let waiting: RowOfItem[] = [];
  const settle = async (circles: RowCircles, least: number): Promise<void> => {
    while (waiting.length > least) {
      const count = await settleBatch({ ...importing, circles }, waiting.slice(0, ROWS_AT_ONCE));
      waiting = waiting.slice(count);
    }
  };
  let circles = NO_CIRCLES;
  for await (const part of tableParts(importing.plan, sheet)) {
    waiting.push(...part.rows.slice(passed));
    passed = Math.max(0, passed - part.rows.length);
    if (part.circles.size > 0) circles = part.circles;
    await settle(circles, ROWS_AT_ONCE - 1);
  }
  await settle(circles, 0);
};

/** Imports the table of the task, or checks it where `via` is undefined, and calls `finish` with the names of its columns. */
export const importTable = async <T>(
  run: ImportTaskRun,
  via: ItemId | undefined,
  finish: (importing: Importing) => Promise<T>,
): Promise<T> => {
  const context = await run.context();
  const { services, subject } = context;
  const planned = importPlan(services.registry, run.input, subject.admin);
  const plan = await withCollection(context, planned, run.input);
  const words = await exportWords(services, { language: run.input.language, zone: run.input.zone });
  const lists = await loadListCells(context, plan.type, words.language);
  const { path } = await uploadedFile(context, run.input.upload);
  const asked = {
    ...run.input,
    path,
    person: subject.userId ?? '',
    deadlineMs: TABLE_DEADLINE_MS,
    signal: run.signal,
  };
  return await services.sheets.read(asked, async (sheet) => {
    const { rows: total, columns } = sheet.summary;
    if (total > services.limits.itemsPerTask) throw problem('tooLarge');
    if (total === 0) throw invalidAt('/upload', 'import.noRows');
    const names: string[] = [];
    for (const { at, name } of columns) names[at] = name;
    const listWords = createListReader(services, [plan.type], words.language);
    const shared = { run, plan, words, lists, listWords, via, total, columns: Array.from(names, (name) => name ?? '') };
    const importing: Importing = {
      ...{ ...shared, seen: new Map(), extras: new Map() },
      ...{ names: noRowNames(), circles: NO_CIRCLES },
    };
    await settleTable(importing, sheet);
    return await finish(importing);
  });
};
