// Creates or changes the item of one row, by the rules of `create` and `update`, in a savepoint of the batch. A refused row does not affect
// the others.

import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { cellText } from 'src/server/imports/cellTexts.ts';
import { changedCells, exportedText, withoutUnchanged, type ChangedCell } from 'src/server/imports/changedCells.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { ownerRelation } from 'src/server/imports/importKindOf.ts';
import type { ImportPlan } from 'src/server/imports/importPlan.ts';
import { faultsOfError, refusedCells } from 'src/server/imports/refusedCells.ts';
import { withValueAt, type CellFault, type RowDraft } from 'src/server/imports/rowDraft.ts';
import { ensureAccount, isPeople } from 'src/server/imports/importedPeople.ts';
import { withEntries, type RowOfItem } from 'src/server/imports/rowGroups.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';

/** Items that rows of the import have created in addition to their own: related ones, and values of lists, by their text. */
export type ExtraItems = Map<string, ItemId>;

export interface Settling {
  readonly plan: ImportPlan;
  readonly cells: CellContext;
  readonly extras: ExtraItems;
  /** The Import item; undefined in a check. */
  readonly via: ItemId | undefined;
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
  /** Further rows of the item. */
  readonly others?: readonly SheetRow[] | undefined;
  /** Refusals of the further rows. */
  readonly refusals?: readonly { readonly row: number; readonly detail: Values }[];
}

interface RowExtras {
  readonly values: Values;
  readonly related: StoredItem[];
  readonly added: string[];
  /** Becomes part of the extra items of the import when the row is not refused. */
  readonly made: Map<string, ItemId>;
}

const createListValues = async (
  context: ImportWriting,
  draft: RowDraft,
  { extras, into }: { extras: ExtraItems; into: RowExtras },
) => {
  for (const { list, owner, key, label } of draft.lists) {
    const name = JSON.stringify([list, owner, key]);
    if (extras.has(name) || into.made.has(name)) continue;
    const owned: Values = owner === SYSTEM_OWNER ? {} : { owner };
    const stored = await createItem(context, SYSTEM_TYPES.listValue, { list, key, t: { en: label }, ...owned });
    into.made.set(name, stored.id);
    into.added.push(label);
  }
};

const createRelated = async (
  context: ImportWriting,
  { type, path, text }: RowDraft['related'][number],
  { plan, extras, into }: { readonly plan: ImportPlan; readonly extras: ExtraItems; readonly into: RowExtras },
): Promise<ItemId> => {
  const name = JSON.stringify([type, path, text]);
  const known = extras.get(name) ?? into.made.get(name);
  if (known !== undefined) return known;
  const declared = context.services.registry.types[type];
  const ownerPath = declared && ownerRelation(declared);
  const owned = ownerPath !== undefined && plan.owner !== undefined ? { [ownerPath]: plan.owner } : {};
  const stored = await createItem(context, type, { ...declared?.view.create?.initial, ...owned, [path]: text });
  into.made.set(name, stored.id);
  into.related.push(stored);
  return stored.id;
};

/** Creates what the row needs besides its item, and returns the values that name it. */
const createExtras = async (
  context: ImportWriting,
  draft: RowDraft,
  { plan, extras }: Settling,
): Promise<RowExtras> => {
  const into: RowExtras = { values: {}, related: [], added: [], made: new Map() };
  await createListValues(context, draft, { extras, into });
  const named: Record<string, Json> = {};
  for (const each of draft.related) {
    const id = await createRelated(context, each, { plan, extras, into });
    const earlier = (draft.values.find(({ path }) => path === each.at)?.value ?? []) as Json;
    const ids = [named[each.at] ?? earlier].flat() as readonly Json[];
    named[each.at] = each.many ? [...ids, id] : id;
  }
  return { ...into, values: named };
};

const withExtras = (draft: RowDraft, { values }: RowExtras): RowDraft => ({
  ...draft,
  values: draft.values.map((value) => ({ ...value, value: values[value.path] ?? value.value })),
});

const newValues = (draft: RowDraft, plan: ImportPlan): Values => {
  const { ownerPath, owner, type } = plan;
  let values: Values = {
    ...type.view.create?.initial,
    ...(ownerPath !== undefined && owner !== undefined && { [ownerPath]: owner }),
    ...plan.fixed,
  };
  for (const value of draft.values) if (value.value !== null) values = withValueAt(values, value, plan);
  return values;
};

type Written = Omit<SettledRow, 'row'> & { readonly made: Map<string, ItemId> };

const createFromRow = async (context: ImportWriting, draft: RowDraft, settling: Settling): Promise<Written> => {
  const extras = await createExtras(context, draft, settling);
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

const updateFromRow = async (
  context: ImportWriting,
  { draft, item }: { readonly draft: RowDraft; readonly item: Item },
  settling: Settling,
): Promise<Written> => {
  const extras = await createExtras(context, draft, settling);
  const base = await itemAtVersion(context, item, draft.u);
  const { cells, changes } = changedCells(withExtras(draft, extras), base, settling);
  const detail = { cells: cells.map(cellDetail) };
  if (cells.length === 0) return { outcome: 'unchanged', detail: {}, ...extras };
  // The item was read before it was locked.
  const { stored, written, before } = await updateItem(context, { id: item.$id, u: draft.u ?? item._u, changes });
  if (!written) return { outcome: 'unchanged', detail: {}, ...extras };
  return { outcome: 'changed', stored, detail: { ...detail, before }, ...extras };
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
const writeRow = async (
  context: ImportWriting,
  { draft, item }: { readonly draft: RowDraft; readonly item: Item | undefined },
  settling: Settling,
): Promise<Written> => {
  const { plan } = settling;
  const written = item
    ? await updateFromRow(context, { draft, item }, settling)
    : await createFromRow(context, draft, settling);
  if (!isPeople(plan.type)) return written;
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
    fault,
  }: {
    readonly row: RowOfItem;
    readonly draft: RowDraft;
    readonly item: Item | undefined;
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
      writeRow({ ...context, db: inner, tx: inner, many: true }, { draft, item }, settling),
    );
    for (const [name, id] of made) settling.extras.set(name, id);
    return { row: row.row, others: row.others, ...settled };
  } catch (error) {
    if (isDeadlock(error) || isOutage(error)) throw error;
    return await refusalOfRow(context, error, { row, draft, item, settling });
  }
};
