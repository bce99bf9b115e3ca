// `act/importOutcome`: what a check, an import or an undo of the caller has found so far.

import type { ImportOutcome } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import {
  countImportRows,
  importRowsIn,
  importRunOf,
  NO_COUNTS,
  type ImportRow,
  type ImportRun,
} from 'src/server/store/importRows.ts';
import { TASK_KEY } from 'src/server/store/taskRows.ts';

/** Channel of changed records in the audit. */
const IMPORT_CHANNEL = 'import';
const MOST = { refused: 200, changes: 200, records: 20, items: 100, kept: 1_000 } as const;

type Refused = ImportOutcome['refused'][number];

type ShownChange = ImportOutcome['changes'][number];

/** Cells of a row about a record that is hidden since are without the values of the record. */
const refusedOf = ({ row, detail }: ImportRow, readable: ReadonlyMap<ItemId, Item>): Refused[] => {
  const cells = (detail['cells'] ?? []) as readonly Omit<Refused, 'row'>[];
  const { id } = detail;
  if (typeof id !== 'string' || readable.has(id)) return cells.map((cell) => ({ row, ...cell }));
  return cells.map(({ params: _, ...cell }) => ({ row, ...cell }));
};

/** Changed cells of a row, and those of a refused row whose cells others have changed. */
const changesInRow = ({ row, id, detail }: ImportRow): ShownChange[] => {
  const cells = detail['changes'] ?? (id === null ? undefined : detail['cells']);
  const item = id ?? (typeof detail['id'] === 'string' ? detail['id'] : undefined);
  if (cells === undefined || item === undefined) return [];
  return [{ row, id: item, cells: cells as ShownChange['cells'] }];
};

const keptByUndo = ({ id, detail }: ImportRow): ImportOutcome['kept'][number] =>
  ({ id: id ?? '', ...detail }) as ImportOutcome['kept'][number];

const ownRun = async ({ db, subject }: ImportContext, key: string): Promise<ImportRun | undefined> => {
  const run = TASK_KEY.test(key) ? await importRunOf(db, key) : undefined;
  return run?.userId === subject.userId ? run : undefined;
};

const outcomeCounts = ({ counts }: ImportRun) => {
  const { created, changed, unchanged, refused } = { ...NO_COUNTS, ...counts };
  const { removed, restored } = counts;
  return {
    ...{ created, changed, unchanged, refused },
    ...(removed !== undefined && { removed }),
    ...(restored !== undefined && { restored }),
  };
};

const labelsInOutcome = async (
  { services, db, readFilter }: ImportContext,
  parts: readonly unknown[],
): Promise<Readonly<Record<ItemId, string>>> => {
  const ids = [...new Set(parts.flatMap((part) => idsIn(part as Values)))];
  return ids.length === 0 ? {} : Object.fromEntries(await services.items.labels(db, readFilter, ids));
};

/** Returns the changed records that the caller may read now. The audit of reads records them. */
const readableItems = async (
  { services, db, readFilter }: ImportContext,
  changes: readonly ShownChange[],
): Promise<ReadonlyMap<ItemId, Item>> => {
  const ids = [...new Set(changes.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const read = await services.items.readVisible(db, readFilter, ids, { channel: IMPORT_CHANNEL });
  return new Map(read.map((item) => [item.$id, item]));
};

/** Leaves out records, and properties with a level, that the caller may not read now. */
const readableChange = (
  { services }: ImportContext,
  change: ShownChange,
  readable: ReadonlyMap<ItemId, Item>,
): ShownChange[] => {
  const item = readable.get(change.id);
  const { properties = {} } = services.registry.types[item?._t ?? ''] ?? {};
  if (!item) return [];
  const isReadable = ({ path }: ShownChange['cells'][number]): boolean => {
    const name = path.split('.')[0] ?? '';
    return properties[name]?.level === undefined || item[name] !== undefined;
  };
  return [{ ...change, cells: change.cells.filter(isReadable) }];
};

/** Throws the answer for a hidden item when the caller has no such run. */
export const importOutcomeOf = async (
  context: ImportContext,
  { taskKey, after }: { readonly taskKey: string; readonly after?: number },
): Promise<ImportOutcome> => {
  const run = await ownRun(context, taskKey);
  if (!run) throw hiddenProblem(context);
  const { db } = context;
  const rowsIn = (states: Parameters<typeof importRowsIn>[2]['states'], most: number, from = 0) =>
    importRowsIn(db, taskKey, { states, most, after: from });
  const refusedRows = await rowsIn(['r'], MOST.refused, after);
  const changed = await rowsIn(['u'], MOST.changes);
  const previews = await rowsIn(['p'], MOST.records);
  const written = await rowsIn(['c', 'u'], MOST.items);
  const kept = (await rowsIn(['k'], MOST.kept)).map(keptByUndo);
  const { k: keptCount = 0 } = await countImportRows(db, taskKey);
  const preview = previews.map(({ row, detail }) => ({ row, values: (detail['values'] ?? {}) as Values }));
  const stored = [...changed, ...refusedRows].flatMap(changesInRow);
  const readable = await readableItems(context, stored);
  const changes = stored.flatMap((change) => readableChange(context, change, readable));
  const items = written.flatMap(({ id }) => id ?? []);
  return {
    ...(run.import !== null && { import: itemId(SYSTEM_TYPES.import, run.import) }),
    counts: { ...outcomeCounts(run), kept: keptCount },
    refused: refusedRows.flatMap((row) => refusedOf(row, readable)),
    more: refusedRows.length === MOST.refused,
    ...{ preview, changes, items, kept },
    labels: await labelsInOutcome(context, [preview, changes, items, kept]),
  };
};
