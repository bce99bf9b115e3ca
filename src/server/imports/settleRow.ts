// Creates or changes the item of one row, by the rules of `create` and `update`, in a savepoint of the batch. A refused row does not affect
// the others.

import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { cellText } from 'src/server/imports/cellTexts.ts';
import { changedCells, exportedText, withoutUnchanged, type ChangedCell } from 'src/server/imports/changedCells.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import type { ImportPlan } from 'src/server/imports/importPlan.ts';
import { faultsOfError, refusedCells } from 'src/server/imports/refusedCells.ts';
import { withValueAt, type CellFault, type RowDraft } from 'src/server/imports/rowDraft.ts';
import { ensureAccount } from 'src/server/imports/importedPeople.ts';
import {
  createExtras,
  relatedIdsAt,
  withExtras,
  type ExtraItems,
  type RowSubject,
} from 'src/server/imports/rowExtras.ts';
import { withEntries, type RowOfItem } from 'src/server/imports/rowGroups.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';

export interface Settling {
  readonly plan: ImportPlan;
  readonly cells: CellContext;
  readonly extras: ExtraItems;
  /** The Import item; undefined in a check. */
  readonly via: ItemId | undefined;
}

interface ChangedAlike {
  readonly stored: StoredItem;
  readonly before: Values;
}

export interface SettledRow {
  readonly row: number;
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'refused';
  readonly stored?: StoredItem;
  readonly detail: Values;
  /** Related items that were created for the row. */
  readonly related: readonly StoredItem[];
  /** Labels of values that were added to lists. */
  readonly added: readonly string[];
  /** Changes of further items that have the code of the row. */
  readonly alike?: readonly ChangedAlike[];
  /** Further rows of the item. */
  readonly others?: readonly SheetRow[] | undefined;
  /** Refusals of the further rows. */
  readonly refusals?: readonly { readonly row: number; readonly detail: Values }[];
}

/** Returns the title of a new item whose row has none: the code of its places, or its collection and the number of the row. */
const titleWithout = (values: Values, { row }: RowDraft, { places, type, collection }: ImportPlan): Values => {
  const title = places?.title ?? type.view.place?.fromFiles?.title ?? '';
  if (title === '' || (values[title] ?? null) !== null) return {};
  if (places) return { [title]: values[places.code] ?? null };
  return collection ? { [title]: `${collection.label} ${row}` } : {};
};

const newValues = (draft: RowDraft, plan: ImportPlan): Values => {
  const { ownerPath, owner, type } = plan;
  let values: Values = {
    ...type.view.create?.initial,
    ...plan.fixed,
    ...(ownerPath !== undefined && owner !== undefined && { [ownerPath]: owner }),
  };
  for (const value of draft.values) if (value.value !== null) values = withValueAt(values, value, plan);
  return { ...values, ...titleWithout(values, draft, plan) };
};

type Written = Omit<SettledRow, 'row'> & { readonly made: Map<string, ItemId> };

const createFromRow = async (context: ImportWriting, draft: RowDraft, settling: Settling): Promise<Written> => {
  const extras = await createExtras(context, { draft, items: [] }, settling);
  const values = newValues(withExtras(draft, extras), settling.plan);
  const stored = await createItem({ ...context, via: settling.via }, settling.plan.type.name, values);
  return { outcome: 'created', stored, detail: {}, ...extras };
};

/** Returns the item at the version that the row was exported from, as far as the person may see it. */
const itemAtVersion = async ({ services, tx }: ImportWriting, item: Item, u: number | undefined): Promise<Item> => {
  if (u === undefined || u >= item._u || u < 1) return item;
  const stored = await services.items.find(tx, item.$id);
  if (!stored) return item;
  const { before } = await services.items.changesSince(tx, stored, u);
  const { properties = {} } = services.registry.types[item._t] ?? {};
  const readable = Object.entries(before).filter(([name]) => name in item || properties[name]?.level === undefined);
  return { ...item, ...Object.fromEntries(readable) } as Item;
};

/** Returns the draft without unchanged cells where one of them could have a fault. */
const changedDraft = async (
  context: ImportWriting,
  { draft, item }: { readonly draft: RowDraft; readonly item: Item },
  settling: Settling,
): Promise<RowDraft> => {
  if ([...draft.faults, ...draft.lists, ...draft.related].length === 0) return draft;
  return withoutUnchanged(draft, await itemAtVersion(context, item, draft.u), settling);
};

const cellDetail = ({ column, path, before, after }: ChangedCell): Values => ({ column, path, before, after });

/** Adds the places of the row to further items with its code. */
const placeAlike = async (
  context: ImportWriting,
  { related }: { readonly related: readonly StoredItem[] },
  { items: [, ...alike], plan }: RowSubject & { readonly plan: ImportPlan },
): Promise<ChangedAlike[]> => {
  const { type, relation = '' } = plan.places ?? {};
  const ids = related.filter((each) => each.type === type?.name).map(({ id }) => id);
  const changed: ChangedAlike[] = [];
  for (const item of ids.length === 0 ? [] : alike) {
    const changes = { [relation]: [...relatedIdsAt(item, relation), ...ids] };
    const { stored, before } = await updateItem(context, { id: item.$id, u: item._u, changes });
    changed.push({ stored, before });
  }
  return changed;
};

const updateFromRow = async (
  context: ImportWriting,
  { draft, items }: RowSubject,
  settling: Settling,
): Promise<Written> => {
  const [item] = items;
  if (!item) return await createFromRow(context, draft, settling);
  const extras = await createExtras(context, { draft, items }, settling);
  const base = await itemAtVersion(context, item, draft.u);
  const { cells, changes } = changedCells(withExtras(draft, extras), base, settling);
  const detail = { cells: cells.map(cellDetail) };
  if (cells.length === 0) return { outcome: 'unchanged', detail: {}, ...extras };
  // The item was read before it was locked.
  const { stored, written, before } = await updateItem(context, { id: item.$id, u: draft.u ?? item._u, changes });
  if (!written) return { outcome: 'unchanged', detail: {}, ...extras };
  const alike = await placeAlike(context, extras, { draft, items, plan: settling.plan });
  return { outcome: 'changed', stored, detail: { ...detail, before }, ...extras, alike };
};

/** Returns the cells of a conflict with both values: properties that others have changed since the version of the row. */
const conflictCells = async (
  context: ImportWriting,
  { draft, item }: { readonly draft: RowDraft; readonly item: Item },
  settling: Settling,
): Promise<{ readonly faults: readonly CellFault[]; readonly cells: readonly Values[] }> => {
  const base = await itemAtVersion(context, item, draft.u);
  const { cells } = changedCells(draft, base, settling);
  const theirs = cells.map((cell) => ({ ...cell, theirs: exportedText(item, cell.path, settling) }));
  const conflicts = theirs.filter(({ before, after, theirs: now }) => now !== before && now !== after);
  return {
    faults: conflicts.map(({ column, before, theirs: now }) => ({
      column,
      message: 'import.conflict',
      params: { before, theirs: now },
    })),
    cells: theirs.map(({ theirs: now, ...cell }) => ({
      ...cellDetail(cell),
      ...(now !== cell.before && { theirs: now }),
    })),
  };
};

const refusedSheetRow = (row: RowOfItem, faults: readonly CellFault[], more: Values = {}): SettledRow => ({
  ...{ row: row.row, outcome: 'refused', related: [], added: [], others: row.others },
  detail: { ...detailOfRefusal(row, faults, row.row), ...more },
  refusals: (row.others ?? []).map((each) => ({ row: each.row, detail: detailOfRefusal(each, faults, row.row) })),
});

/** Returns the refused cells of one row of an item. A row without a fault is refused with the others. */
const detailOfRefusal = (row: SheetRow, faults: readonly CellFault[], first: number): Values => {
  const own = faults.filter((fault) => (fault.row ?? first) === row.row);
  const [{ row: other = first } = {}] = faults;
  const cells = own.length > 0 ? own : [{ message: 'import.otherRow', params: { row: other } }];
  return { cells: refusedCells(cells, row), source: sourceOf(row) };
};

const sourceOf = ({ cells }: SheetRow): Json => cells.map(cellText);

const refusalOfRow = async (
  context: ImportWriting,
  error: unknown,
  {
    row,
    draft,
    item,
    settling,
  }: {
    readonly row: RowOfItem;
    readonly draft: RowDraft;
    readonly item: Item | undefined;
    readonly settling: Settling;
  },
): Promise<SettledRow> => {
  if (isProblem(error) && error.key === 'conflict' && item) {
    const { faults, cells } = await conflictCells(context, { draft, item }, settling);
    if (faults.length > 0) return refusedSheetRow(row, faults, { id: item.$id, changes: cells as readonly Json[] });
    return refusedSheetRow(row, [{ message: 'errors.conflict' }]);
  }
  const faults = faultsOfError(error, draft);
  if (!faults) context.services.log('a row of a table could not be imported', error);
  return refusedSheetRow(row, faults ?? [{ message: 'errors.generalFailure' }]);
};

/** Creates or changes the item, and the account of a person. */
const writeRow = async (context: ImportWriting, { draft, items }: RowSubject, settling: Settling): Promise<Written> => {
  const { plan } = settling;
  const [item] = items;
  const written = await updateFromRow(context, { draft, items }, settling);
  if (!plan.kind.accounts) return written;
  const person = written.stored ?? (item && (await context.services.items.find(context.tx, item.$id)));
  if (person) await ensureAccount(context, person, plan.invites);
  return written;
};

/** Settles one row. Throws only what makes the whole batch be tried again. */
export const settleTableRow = async (
  context: ImportWriting,
  {
    row,
    draft: read,
    item,
    alike,
    fault,
  }: {
    readonly row: RowOfItem;
    readonly draft: RowDraft;
    readonly item: Item | undefined;
    /** Further items with the code of the row. */
    readonly alike: readonly Item[];
    readonly fault: CellFault | undefined;
  },
  settling: Settling,
): Promise<SettledRow> => {
  const own = item ? await changedDraft(context, { draft: read, item }, settling) : read;
  const faults = [...own.faults, ...(fault ? [fault] : [])];
  if (faults.length > 0) return refusedSheetRow(row, faults);
  const draft = withEntries(own, item, settling.plan);
  try {
    const { made, ...settled } = await inSavepoint(context.tx, (inner) =>
      writeRow(
        { ...context, db: inner, tx: inner, many: true },
        { draft, items: item ? [item, ...alike] : [] },
        settling,
      ),
    );
    for (const [name, id] of made) settling.extras.set(name, id);
    return { row: row.row, others: row.others, ...settled };
  } catch (error) {
    if (isDeadlock(error) || isOutage(error)) throw error;
    return await refusalOfRow(context, error, { row, draft, item, settling });
  }
};
