// Reads one sheet of an ODS workbook. All sheets are in one part; the others are only named.

import { chosenSheet } from 'src/server/sheets/chosenSheet.ts';
import { odsValue, type OdsCell } from 'src/server/sheets/odsValue.ts';
import { createRowBuilder } from 'src/server/sheets/rowBuilder.ts';
import { SHEET_BOUNDS, SheetError, type NamedSheet, type RawTable, type SheetRow } from 'src/server/sheets/Sheet.ts';
import { parseXml, xmlEvents, type XmlHandlers } from 'src/server/sheets/xmlEvents.ts';
import type { ZipParts } from 'src/server/sheets/zipParts.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
/** Elements of a cell whose text is no part of its value. */
const WITHOUT_VALUE = new Set(['annotation', 'shapes', 'frame', 'custom-shape']);

const refuseEncrypted = async (parts: ZipParts): Promise<void> => {
  if (!parts.has(MANIFEST)) return;
  await parseXml(parts.text(MANIFEST), {
    onOpen(name) {
      if (name === 'encryption-data') throw new SheetError('encrypted');
    },
  });
};

const readSheetNames = async (parts: ZipParts): Promise<NamedSheet[]> => {
  const hiddenStyles = new Set<string>();
  const sheets: NamedSheet[] = [];
  let style = '';
  let depth = 0;
  await parseXml(parts.text(CONTENT), {
    onOpen(name, attributes) {
      if (name === 'style') style = attributes['name'] ?? '';
      if (name === 'table-properties' && attributes['display'] === 'false') hiddenStyles.add(style);
      if (name !== 'table') return;
      depth += 1;
      if (depth === 1)
        sheets.push({ name: attributes['name'] ?? '', hidden: hiddenStyles.has(attributes['style-name'] ?? '') });
    },
    onClose(name) {
      if (name === 'table') depth -= 1;
    },
  });
  return sheets;
};

const repetitions = (value: string | undefined): number => Math.max(1, Math.floor(Number(value ?? '1')) || 1);

/** Text of a cell: paragraphs in lines, with its runs of spaces. */
const createCellText = () => {
  let text = '';
  let paragraphs = 0;
  const add = (part: string): void => {
    if (text.length <= SHEET_BOUNDS.cellSigns) text += part;
  };
  return {
    begin: () => void ([text, paragraphs] = ['', 0]),
    text: () => text,
    add,
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (name === 'p') {
        if (paragraphs > 0) add('\n');
        paragraphs += 1;
      } else if (name === 's') add(' '.repeat(Math.min(repetitions(attributes['c']), SHEET_BOUNDS.cellSigns)));
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
    },
  };
};

interface OpenOdsCell extends OdsCell {
  readonly times: number;
}

const createSheetHandlers = (wanted: number) => {
  const rows = createRowBuilder();
  const notes = new Set<string>();
  const text = createCellText();
  let [table, depth, leftOut, paragraphs] = [-1, 0, 0, 0];
  let cell: OpenOdsCell | undefined;
  let rowTimes = 1;
  const openInSheet = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'table-row') {
      rows.begin();
      rowTimes = repetitions(attributes['number-rows-repeated']);
      if ((attributes['visibility'] ?? 'visible') !== 'visible') notes.add('sheet.note.hiddenRows');
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      if (name === 'covered-table-cell') notes.add('sheet.note.mergedCells');
      text.begin();
      cell = { attributes, times: repetitions(attributes['number-columns-repeated']) };
    } else if (name === 'p') paragraphs += 1;
    text.open(name, attributes);
  };
  const closeInSheet = (name: string): void => {
    if (name === 'p') paragraphs -= 1;
    if (name === 'table-row') rows.end(rowTimes);
    if (!cell || (name !== 'table-cell' && name !== 'covered-table-cell')) return;
    rows.add(odsValue(cell, text.text()), undefined, cell.times);
    cell = undefined;
  };
  const handlers: XmlHandlers = {
    onOpen(name, attributes) {
      if (name === 'table' && ++depth === 1) table += 1;
      if (WITHOUT_VALUE.has(name)) leftOut += 1;
      if (table === wanted && depth === 1 && leftOut === 0) openInSheet(name, attributes);
    },
    onText(value) {
      if (table === wanted && leftOut === 0 && paragraphs > 0) text.add(value);
    },
    onClose(name) {
      if (table === wanted && depth === 1 && leftOut === 0) closeInSheet(name);
      if (WITHOUT_VALUE.has(name)) leftOut -= 1;
      if (name === 'table') depth -= 1;
    },
  };
  return { handlers, rows, notes };
};

export const readOds = async (parts: ZipParts, chosen: string | undefined): Promise<RawTable> => {
  await refuseEncrypted(parts);
  const sheets = await readSheetNames(parts);
  const sheet = chosenSheet(sheets, chosen);
  const { handlers, rows, notes } = createSheetHandlers(sheets.indexOf(sheet));
  const read = async function* (): AsyncGenerator<SheetRow> {
    for await (const _ of xmlEvents(parts.text(CONTENT), handlers)) yield* rows.take();
  };
  return { format: 'ODS', sheets, sheet: sheet.name, rows: read(), notes: () => [...notes] };
};
