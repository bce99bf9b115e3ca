// `act/importOutcome`: what a check, an import or an undo of the caller has found so far.

import type { ImportOutcome } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import { importRowsIn, importRunOf, NO_COUNTS, type ImportRow, type ImportRun } from 'src/server/store/importRows.ts';

const MOST = { refused: 200, changes: 200, records: 20, items: 100, kept: 1_000 } as const;

type Refused = ImportOutcome['refused'][number];

const refusedOf = ({ row, detail }: ImportRow): Refused[] =>
  ((detail['cells'] ?? []) as readonly Omit<Refused, 'row'>[]).map((cell) => ({ row, ...cell }));

/** Changed cells of a row, and those of a refused row whose cells others have changed. */
const changesInRow = ({ row, id, detail }: ImportRow): ImportOutcome['changes'] => {
  const cells = detail['changes'] ?? (id === null ? undefined : detail['cells']);
  const item = id ?? (typeof detail['id'] === 'string' ? detail['id'] : undefined);
  if (cells === undefined || item === undefined) return [];
  return [{ row, id: item, cells: cells as ImportOutcome['changes'][number]['cells'] }];
};

const keptByUndo = ({ id, detail }: ImportRow): ImportOutcome['kept'][number] =>
  ({ id: id ?? '', ...detail }) as ImportOutcome['kept'][number];

const ownRun = async ({ db, subject }: ImportContext, key: string): Promise<ImportRun | undefined> => {
  const run = /^[0-9a-f-]{36}$/.test(key) ? await importRunOf(db, key) : undefined;
  return run?.userId === subject.userId ? run : undefined;
};

const labelsInOutcome = async (
  { services, db, readFilter }: ImportContext,
  parts: readonly unknown[],
): Promise<Readonly<Record<ItemId, string>>> => {
  const ids = [...new Set(parts.flatMap((part) => idsIn(part as Values)))];
  return ids.length === 0 ? {} : Object.fromEntries(await services.items.labels(db, readFilter, ids));
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
  const preview = previews.map(({ row, detail }) => ({ row, values: (detail['values'] ?? {}) as Values }));
  const changes = [...changed, ...refusedRows].flatMap(changesInRow);
  const items = written.flatMap(({ id }) => id ?? []);
  return {
    ...(run.import !== null && { import: itemId(SYSTEM_TYPES.import, run.import) }),
    counts: { ...NO_COUNTS, ...run.counts, kept: kept.length },
    refused: refusedRows.flatMap(refusedOf),
    more: refusedRows.length === MOST.refused,
    ...{ preview, changes, items, kept },
    labels: await labelsInOutcome(context, [preview, changes, items, kept]),
  };
};
