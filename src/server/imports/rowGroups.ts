// Rows that are about one item, for kinds whose rows each add an entry to a list of the item, such as a membership of a person, or a place to
// it. The rows of an item are settled as one, wherever they are in the table.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import { cellText } from 'src/server/imports/cellTexts.ts';
import type { ImportPlan } from 'src/server/imports/importPlan.ts';
import type { CellFault, EntryRow, PathValue, RowDraft } from 'src/server/imports/rowDraft.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

/** Texts of a table whose rows are collected before they are settled. */
const MOST_COLLECTED = 64 * MEBIBYTE;

/** A row, with further rows about the same item. */
export interface RowOfItem extends SheetRow {
  readonly others?: readonly SheetRow[];
}

export const rowsOfItem = (row: RowOfItem): readonly SheetRow[] => [row, ...(row.others ?? [])];

const textsLength = ({ cells }: SheetRow): number =>
  cells.reduce((sum: number, cell) => sum + cellText(cell).length, 0);

/** Collects rows while memory can hold their texts, and returns them with the batches that follow. */
export const collectFitting = async (
  batches: AsyncIterable<readonly SheetRow[]>,
): Promise<{ readonly rows: readonly SheetRow[]; readonly others: AsyncIterable<readonly SheetRow[]> }> => {
  const iterator = batches[Symbol.asyncIterator]();
  const collected: SheetRow[] = [];
  let length = 0;
  while (length <= MOST_COLLECTED) {
    const next = await iterator.next();
    if (next.done === true) break;
    for (const row of next.value) {
      length += textsLength(row);
      collected.push(row);
    }
  }
  return { rows: collected, others: { [Symbol.asyncIterator]: () => iterator } };
};

/** Returns the columns whose texts are the same in all rows of one item. */
const groupColumns = ({ kind, columns, places }: ImportPlan): readonly number[] => {
  const paths = [kind.entries?.of, places?.code, places?.collection];
  return columns.filter(({ to }) => paths.includes(to)).map(({ column }) => column);
};

/** Collects the rows of each item, in the order of their first rows. Throws `tooLarge` for a table that memory cannot hold. */
export const collectRows = async (
  batches: AsyncIterable<readonly SheetRow[]>,
  plan: ImportPlan,
): Promise<RowOfItem[]> => {
  const of = groupColumns(plan);
  const groups = new Map<string, SheetRow[]>();
  let length = 0;
  for await (const rows of batches)
    for (const row of rows) {
      length += textsLength(row);
      if (length > MOST_COLLECTED) throw problem('tooLarge');
      const names = of.map((column) => accountEmail(cellText(row.cells[column])));
      const key = names.every((name) => name === '') ? `row ${row.row}` : JSON.stringify(names);
      const known = groups.get(key);
      if (known) known.push(row);
      else groups.set(key, [row]);
    }
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [{ ...first, others }] : []));
};

interface Merging {
  readonly plan: ImportPlan;
  readonly values: Map<string, PathValue & { readonly row: number }>;
  readonly entries: EntryRow[];
  readonly faults: CellFault[];
}

/** Adds values that belong to the item. A later row repeats them or leaves them empty. */
const mergeOwnValues = (draft: RowDraft, { values, faults, plan }: Merging): void => {
  for (const value of draft.values) {
    if (value.path.startsWith(`${plan.kind.entries?.path}.`)) continue;
    const known = values.get(value.path);
    if (!known || known.value === null) values.set(value.path, { ...value, row: draft.row });
    else if (value.value !== null && !deepEqual(known.value, value.value))
      faults.push({
        ...{ row: draft.row, column: value.column, message: 'import.otherValue' },
        params: { value: value.text, other: known.text, row: known.row },
      });
  }
};

/** Adds the entry of a row. Each entry names a different item. */
const mergeEntry = (draft: RowDraft, { plan, entries, faults }: Merging, first: number): void => {
  const { path = '', by = '', defaults = {} } = plan.kind.entries ?? {};
  const cells = draft.values.filter((value) => value.path.startsWith(`${path}.`) && value.value !== null);
  const members = cells.map((cell) => ({ ...cell, member: cell.path.slice(path.length + 1) }));
  const named = members.find(({ member }) => member === by);
  const fault = (column: number | undefined, message: string, params?: Values): void =>
    void faults.push({ row: draft.row, column, message, ...(params && { params }) });
  if (!named) {
    // A cell that could not be read has a fault already.
    if (draft.faults.length > 0) return;
    if (members.length > 0) fault(members[0]?.column, 'import.entryUnnamed');
    else if (draft.row !== first) fault(undefined, 'import.duplicateRow', { row: first });
    return;
  }
  const same = entries.find(({ key }) => key === named.value);
  if (same) return fault(named.column, 'import.duplicateEntry', { row: same.row });
  entries.push({
    ...{ row: draft.row, key: named.value, text: named.text, column: named.column, defaults },
    value: Object.fromEntries(members.map(({ member, value }) => [member, value])),
    columns: new Map(members.map(({ member, column }) => [member, column])),
  });
};

/** Returns the draft of the item from those of its rows. */
export const mergedDraft = (drafts: readonly RowDraft[], plan: ImportPlan): RowDraft => {
  const [first] = drafts;
  if (!first) throw new Error('an item has no row');
  const merging: Merging = { plan, values: new Map(), entries: [], faults: [] };
  for (const draft of drafts) {
    merging.faults.push(...draft.faults.map((fault) => ({ row: draft.row, ...fault })));
    mergeOwnValues(draft, merging);
    if (plan.kind.entries) mergeEntry(draft, merging, first.row);
  }
  const { values, entries, faults } = merging;
  return {
    ...first,
    values: [...values.values()].map(({ row: _, ...value }) => value),
    ...{ entries, faults },
    places: drafts.flatMap(({ places }) => places),
    lists: drafts.flatMap(({ lists }) => lists),
    related: drafts.flatMap(({ related }) => related),
  };
};

const listAt = (item: Item | undefined, path: string): readonly Values[] => {
  const value = (item as Values | undefined)?.[path];
  return Array.isArray(value) ? (value as readonly Values[]) : [];
};

/** Adds the entries to those of the item, which stay. An entry changes the members that its row fills. */
export const withEntries = (draft: RowDraft, item: Item | undefined, { kind }: ImportPlan): RowDraft => {
  const { entries: declared } = kind;
  const { entries = [] } = draft;
  const [{ column } = { column: 0 }] = entries;
  if (!declared || entries.length === 0) return draft;
  const list: Values[] = [...listAt(item, declared.path)];
  const rows: (EntryRow | undefined)[] = list.map(() => undefined);
  for (const entry of entries) {
    const found = list.findIndex((each) => each[declared.by] === entry.key);
    const at = found < 0 ? list.length : found;
    list[at] = { ...(found < 0 ? entry.defaults : list[at]), ...entry.value };
    rows[at] = entry;
  }
  const value: PathValue = { path: declared.path, column, text: JSON.stringify(list), value: list as readonly Json[] };
  const labels = Object.fromEntries(entries.map(({ key, text }) => [String(key), text]));
  return { ...draft, entryRows: rows, labels, values: [...draft.values, value] };
};
