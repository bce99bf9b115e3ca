// Changes many cells at once: pastes a block of a spreadsheet, fills the selected cells with the value above, and empties them.

import { useState, type ClipboardEvent, type ReactNode } from 'react';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import { PasteDialog, type PasteReport } from 'src/client/displays/table/PasteDialog.tsx';
import type { RowChange, SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { editableProperty } from 'src/client/displays/table/useCellEdit.tsx';
import { MOST_CELLS } from 'src/client/displays/table/useCellCopy.tsx';
import type { TableColumn } from 'src/client/displays/tableColumns.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

type ReadRows = Endpoints['readCells']['answer']['rows'];

/** Rows of one request. */
const ROWS_PER_REQUEST = 200;

interface BlockEditOptions {
  readonly store: ListingStore;
  readonly rows: TableRows;
  readonly cursor: GridCursor;
  readonly columns: readonly TableColumn[];
  readonly edits: SheetEdits;
}

export interface BlockEdit {
  readonly paste: (event: ClipboardEvent) => void;
  /** Gives the value of the first selected row to the others. */
  readonly fill: () => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly dialog: ReactNode;
}

/** Returns the cells of a copied block. Spreadsheets separate them by tabs, and quote those with line breaks. */
const parseBlock = async (text: string): Promise<readonly (readonly string[])[]> => {
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text.replace(/\r?\n$/u, ''), { delimiter: '\t', relax_column_count: true, relax_quotes: true });
};

/** The texts of a block for a range of cells. One copied cell fills the whole selection. */
const blockFor = (block: readonly (readonly string[])[], { rows, cols }: GridCursor) => {
  const [[only = ''] = []] = block;
  const isOne = block.length === 1 && (block[0]?.length ?? 0) <= 1;
  if (!isOne) return { texts: block, width: Math.max(...block.map((row) => row.length)) };
  const width = cols[1] - cols[0] + 1;
  return {
    texts: Array.from({ length: rows[1] - rows[0] + 1 }, () => Array.from({ length: width }, () => only)),
    width,
  };
};

const useReadCells = () => {
  const { connection } = useClient();
  const { intl } = useMessages();
  return async (type: string, columns: readonly string[], rows: readonly { id: ItemId; texts: string[] }[]) => {
    const read: ReadRows[number][] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_REQUEST) {
      const part = rows.slice(at, at + ROWS_PER_REQUEST);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      // oxlint-disable-next-line no-await-in-loop -- one part after the other, within the rate limit
      const answer = await connection.send('act/readCells', { type, columns, rows: part, language: intl.locale, zone });
      read.push(...answer.rows);
    }
    return read;
  };
};

const rowChangesOf = (rows: ReadRows): readonly RowChange[] =>
  rows.filter(({ set }) => Object.keys(set).length > 0).map(({ id, set }) => ({ id, set }));

export const useBlockEdit = ({ store, rows, cursor, columns, edits }: BlockEditOptions): BlockEdit => {
  const client = useClient();
  const { alerts, session } = client;
  const read = useReadCells();
  const [report, setReport] = useState<PasteReport>();
  const [type] = store.plan.types;
  const isOneType = type !== undefined && store.plan.types.length === 1;
  const pathOf = (column: TableColumn): string => (type && editableProperty(client, type, column)?.name) ?? column.path;
  /** Returns the records in the rows from the first to the last, without headings. */
  const idsIn = (first: number, last: number): readonly ItemId[] => {
    const ids: ItemId[] = [];
    for (let row = first; row <= last; row += 1) {
      const id = rows.idAt(row);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  };
  const isRefused = (count: number): boolean => {
    if (!session.signedIn) alerts.info('table.notEditable');
    else if (!isOneType) alerts.info('table.oneType');
    else if (count > MOST_CELLS) alerts.warn('table.tooManyCells', { count, most: MOST_CELLS });
    else return false;
    return true;
  };
  const pasteText = async (text: string): Promise<void> => {
    if (text === '') {
      alerts.info('table.emptyClipboard');
      return;
    }
    const { texts, width } = blockFor(await parseBlock(text), cursor);
    if (isRefused(texts.length * width) || !type) return;
    const [first] = cursor.rows;
    const [left] = cursor.cols;
    const targets = columns.slice(left, left + width);
    const ids = idsIn(first, rows.count - 1).slice(0, texts.length);
    // The pasted block is chosen, and its first cell stays the current one.
    if (ids.length > 0) cursor.go({ row: first + ids.length - 1, col: left + targets.length - 1 });
    cursor.go({ row: first, col: left }, true);
    const asked = ids.map((id, at) => ({ id, texts: targets.map((_, col) => texts[at]?.[col] ?? '') }));
    const found = await read(type.name, targets.map(pathOf), asked);
    const beyond = texts.length - ids.length;
    if (beyond > 0 || found.some(({ refused }) => refused.length > 0))
      setReport({ type: type.name, paths: targets.map(pathOf), rows: found, beyond });
    else await edits.change(rowChangesOf(found));
  };
  const changeSelected = async (valueOf: (path: string, source: Readonly<Record<string, Json>>) => Json) => {
    if (isRefused(cursor.count) || !type) return;
    const ids = idsIn(...cursor.rows);
    const [source] = ids;
    const item = source === undefined ? undefined : await edits.read(source);
    const paths = columns
      .slice(cursor.cols[0], cursor.cols[1] + 1)
      .flatMap((column) => editableProperty(client, type, column)?.name ?? []);
    if (!item || paths.length === 0) {
      alerts.info('table.notEditable');
      return;
    }
    const set = Object.fromEntries(paths.map((path) => [path, valueOf(path, item as Readonly<Record<string, Json>>)]));
    await edits.change(ids.map((id) => ({ id, set })));
  };
  const failed = (thrown: unknown): void => alerts.error(thrown);
  return {
    paste: (event) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return;
      event.preventDefault();
      pasteText(event.clipboardData.getData('text/plain')).catch(failed);
    },
    fill: () => changeSelected((path, source) => source[path] ?? null).catch(failed),
    clear: () => changeSelected(() => null).catch(failed),
    dialog: report && (
      <PasteDialog
        report={report}
        paste={() => void edits.change(rowChangesOf(report.rows)).catch(failed)}
        close={() => setReport(undefined)}
      />
    ),
  };
};
