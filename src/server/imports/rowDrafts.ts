// Reads the rows of a batch, after the items that their cells name were found.

import { setImmediate } from 'node:timers/promises';
import type { CellSources } from 'src/server/imports/cellValues.ts';
import type { Importing } from 'src/server/imports/importBatches.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { findRelated, type FoundByText } from 'src/server/imports/relatedCells.ts';
import { withAccountEmail } from 'src/server/imports/importedPeople.ts';
import { readRow, valueTexts, type RowDraft } from 'src/server/imports/rowDraft.ts';
import { mergedDraft, rowsOfItem, type RowOfItem } from 'src/server/imports/rowGroups.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';

const DRAFTS_AT_ONCE = 10;

const relatedInRows = async (
  context: ImportWriting,
  { plan }: Importing,
  rows: readonly SheetRow[],
): Promise<ReadonlyMap<number, FoundByText>> => {
  const found = new Map<number, FoundByText>();
  for (const column of plan.columns)
    if (column.related) {
      const texts = rows.flatMap(({ cells }) => valueTexts(column, cells[column.column]));
      found.set(column.column, await findRelated(context, column.related, texts));
    }
  return found;
};

/** Converts rows, with requests of others in between. */
export const convertYielding = async <From, To>(rows: readonly From[], convert: (row: From) => To): Promise<To[]> => {
  const converted: To[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % DRAFTS_AT_ONCE === 0) await setImmediate();
    converted.push(convert(row));
  }
  return converted;
};

type Related = ReadonlyMap<number, FoundByText>;
export type DraftReader = (row: RowOfItem, withRelated?: (related: Related) => Related) => RowDraft;

/** Returns the function that reads the rows of a batch, after the items that their cells name were found. */
export const draftReader = async (
  context: ImportWriting,
  importing: Importing,
  rows: readonly RowOfItem[],
): Promise<DraftReader> => {
  const { plan, words, lists } = importing;
  const related = await relatedInRows(context, importing, rows.flatMap(rowsOfItem));
  const timeZone = importing.run.input.zone ?? context.services.timeZone;
  const sources: Omit<CellSources, 'owners' | 'related'> = { plan, words, lists, timeZone };
  const ownerColumn = plan.columns.find(({ to }) => to === plan.ownerPath);
  const readOne: DraftReader = (row, withRelated = (found) => found) => {
    const [text] = ownerColumn ? valueTexts(ownerColumn, row.cells[ownerColumn.column]) : [];
    const named =
      text === undefined || !ownerColumn ? [] : [text, ...(related.get(ownerColumn.column)?.get(text) ?? [])];
    const owners = [...named, ...(plan.owner === undefined ? [] : [plan.owner]), 'system'];
    return readRow(row, { ...sources, related: withRelated(related), owners });
  };
  if (!plan.kind.entries && !plan.places) return readOne;
  const normalised = plan.kind.accounts ? withAccountEmail : (draft: RowDraft): RowDraft => draft;
  return (row, withRelated) =>
    mergedDraft(
      rowsOfItem(row).map((each) => normalised(readOne(each, withRelated))),
      plan,
    );
};
