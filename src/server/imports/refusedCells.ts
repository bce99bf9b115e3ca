// Refusals of a row, each with the column that it is about.

import type { Json, Values } from 'src/model/item/Item.ts';
import { invalidEntries, isProblem } from 'src/model/problems.ts';
import { cellText } from 'src/server/imports/cellTexts.ts';
import type { CellFault, RowDraft } from 'src/server/imports/rowDraft.ts';
import type { SheetRow } from 'src/server/sheets/Sheet.ts';

/** A refused cell as it is stored and sent. */
export type RefusedCell = {
  readonly column?: number;
  readonly value?: string;
  readonly message: string;
  readonly params?: Values;
};

/** Returns the column of the longest mapped path that the pointer begins with. */
const columnOfPointer = (pointer: string, { values }: Pick<RowDraft, 'values'>): number | undefined => {
  const path = pointer.slice(1).replaceAll('/', '.');
  return values
    .filter((value) => path === value.path || path.startsWith(`${value.path}.`) || value.path.startsWith(`${path}.`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]?.column;
};

const ENTRY_PLACE = /^\/([^/]+)\/(\d+)(?:\/([^/]+))?/;

/** Returns the row and the column of an entry that the pointer leads to. */
const placeOfEntry = (pointer: string, { entries = [], entryRows }: RowDraft): Pick<CellFault, 'column' | 'row'> => {
  const [, , at = '', member = ''] = ENTRY_PLACE.exec(pointer) ?? [];
  const entry = entryRows?.[Number(at)] ?? entries[0];
  return entry ? { row: entry.row, column: entry.columns.get(member) ?? entry.column } : {};
};

/** Returns the faults of an error that the rules of items have thrown; undefined for an unexpected error. */
export const faultsOfError = (error: unknown, draft: RowDraft): readonly CellFault[] | undefined => {
  if (!isProblem(error)) return undefined;
  const entries = invalidEntries(error);
  if (entries.length === 0) return [{ message: `errors.${error.key}` }];
  return entries.map(({ path, message, params }) => ({
    column: columnOfPointer(path, draft),
    ...(draft.entryRows && ENTRY_PLACE.test(path) && placeOfEntry(path, draft)),
    message,
    ...(params && { params: params as Readonly<Record<string, Json>> }),
  }));
};

export const refusedCells = (faults: readonly CellFault[], row: SheetRow): readonly RefusedCell[] =>
  faults.map(({ column, message, params }) => ({
    ...(column !== undefined && { column, value: cellText(row.cells[column]) }),
    message,
    ...(params && { params }),
  }));
