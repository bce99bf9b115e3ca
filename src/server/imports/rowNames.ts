// Relations of rows to records that earlier rows of the same table create. In an import these records are stored, or part of the transaction.
// In a check the records of earlier batches are rolled back, so the row that creates such a record is settled again before the row that names
// it.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { ImportPlan, PlannedColumn } from 'src/server/imports/importPlan.ts';
import { MATCH_ID, MATCH_LABEL } from 'src/server/imports/importTargets.ts';
import { isIdText, type FoundByText } from 'src/server/imports/relatedCells.ts';
import { valueTexts } from 'src/server/imports/rowDraft.ts';
import type { SettledRow } from 'src/server/imports/settleRow.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Length of a chain of rows that name each other, such as the levels of a tree, up to which a check settles rows again. */
export const MOST_ROWS_ABOVE = 100;

/** Rows that created a record, by the names of the record. */
export interface RowNames {
  /** Rows by column and folded name. */
  readonly rows: Map<string, SheetRow[]>;
  /** Records by row that are part of the transaction. */
  readonly ids: Map<number, ItemId>;
}

export const noRowNames = (): RowNames => ({ rows: new Map(), ids: new Map() });

/** Returns the columns whose relation may lead to records of the imported type. */
export const ownColumns = ({ columns, type }: ImportPlan): readonly PlannedColumn[] =>
  columns.filter(({ related, match }) => match !== MATCH_ID && related?.types.some(({ name }) => name === type.name));

const isByLabel = ({ match = MATCH_LABEL }: PlannedColumn): boolean => match === MATCH_LABEL;
/** Returns the key of a name by which the relation of the column finds records. */
export const foldedName = (column: PlannedColumn, name: string): string =>
  JSON.stringify([column.column, isByLabel(column) ? foldText(name) : name.toLowerCase()]);

const nameOfItem = (column: PlannedColumn, { label, properties }: StoredItem): Json | undefined =>
  isByLabel(column) ? ownText(label) : properties[column.match ?? ''];

/** Notes the record that a row has created. */
export const noteRowNames = (
  { rows, ids }: RowNames,
  columns: readonly PlannedColumn[],
  { row, settled }: { readonly row: SheetRow; readonly settled: SettledRow },
): void => {
  const { stored, outcome } = settled;
  if (outcome !== 'created' || !stored) return;
  ids.set(row.row, stored.id);
  for (const column of columns) {
    const name = nameOfItem(column, stored);
    if (typeof name !== 'string') continue;
    const key = foldedName(column, name);
    rows.set(key, [...(rows.get(key) ?? []), row]);
  }
};

export interface NamedRow {
  readonly column: PlannedColumn;
  readonly text: string;
  readonly rows: readonly SheetRow[];
}

/** Returns the earlier rows whose records the row names. */
export const rowsNamedIn = (
  row: SheetRow,
  columns: readonly PlannedColumn[],
  names: readonly RowNames[],
): readonly NamedRow[] =>
  columns.flatMap((column) =>
    valueTexts(column, row.cells[column.column])
      .filter((text) => column.related && !isIdText(text, column.related))
      .map((text) => {
        const key = foldedName(column, text);
        return { column, text, rows: names.flatMap(({ rows }) => rows.get(key) ?? []) };
      })
      .filter(({ rows }) => rows.length > 0),
  );

/** Adds records that rows have created to those that were found in the database. */
export const withRowNames = (
  related: ReadonlyMap<number, FoundByText>,
  named: readonly NamedRow[],
  { ids }: RowNames,
): ReadonlyMap<number, FoundByText> => {
  const extended = new Map(related);
  for (const { column, text, rows } of named) {
    const found = extended.get(column.column) ?? new Map<string, readonly ItemId[]>();
    const both = new Set([...(found.get(text) ?? []), ...rows.flatMap(({ row }) => ids.get(row) ?? [])]);
    extended.set(column.column, new Map([...found, [text, [...both]]]));
  }
  return extended;
};

/** Returns the rows of earlier batches whose records the rows name, directly or through others. */
export const rowsAbove = (
  rows: readonly SheetRow[],
  columns: readonly PlannedColumn[],
  names: RowNames,
): readonly SheetRow[] => {
  const above = new Map<number, SheetRow>();
  let next = names.rows.size === 0 ? [] : rows;
  for (let depth = 0; depth < MOST_ROWS_ABOVE && next.length > 0; depth += 1) {
    const found = next.flatMap((row) => rowsNamedIn(row, columns, [names]).flatMap((named) => named.rows));
    next = found.filter(({ row }) => !above.has(row));
    for (const row of next) above.set(row.row, row);
  }
  return [...above.values()];
};

/** Keeps the rows that a batch of a check has settled. */
export const addRowNames = (into: RowNames, { rows }: RowNames): void => {
  for (const [key, named] of rows) {
    const known = into.rows.get(key) ?? [];
    const isKnown = new Set(known.map(({ row }) => row));
    into.rows.set(key, [...known, ...named.filter(({ row }) => !isKnown.has(row))]);
  }
};
