// Reads one sheet of an XLSX workbook. A formula has its stored result, and nothing is computed here; without a result it is its own text.

import { chosenSheet } from 'src/server/sheets/chosenSheet.ts';
import { numberCell } from 'src/server/sheets/numberCell.ts';
import { createRowBuilder, type BuiltCell } from 'src/server/sheets/rowBuilder.ts';
import { SHEET_BOUNDS, type RawTable, type SheetRow, type SheetValue } from 'src/server/sheets/Sheet.ts';
import { readXlsxParts, withoutEscapes, type XlsxWorkbook } from 'src/server/sheets/xlsxParts.ts';
import { xmlEvents, type XmlHandlers } from 'src/server/sheets/xmlEvents.ts';
import type { ZipParts } from 'src/server/sheets/zipParts.ts';

interface OpenCell {
  /** Position of the column, if the file declares it. */
  readonly at: number | undefined;
  readonly type: string;
  readonly style: number;
  value: string;
  formula: string;
}

const BASE_26 = 26;
const BEFORE_A = 64;

/** Returns 0 for `A1`, 26 for `AA1`. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * BASE_26 + (letter.codePointAt(0) ?? 0) - BEFORE_A, 0) - 1;
};

const textOrFormula = ({ value, formula }: OpenCell): string =>
  value === '' && formula !== '' ? `=${formula}` : value;

const xlsxValue = (cell: OpenCell, { texts, formats, dateSystem }: XlsxWorkbook): SheetValue => {
  const text = textOrFormula(cell);
  if (text === '') return null;
  if (cell.type === 's') return texts[Number(text)] ?? null;
  if (cell.type === 'b') return text === '1' || text === 'true';
  if (cell.type === 'd') return { date: text.replace(/Z$|\.\d+Z?$/u, '') };
  const isNumber = cell.type === 'n' || cell.type === '';
  return isNumber && text === cell.value ? numberCell(text, formats[cell.style], dateSystem) : withoutEscapes(text);
};

const builtCell = (cell: OpenCell, workbook: XlsxWorkbook): BuiltCell =>
  cell.type === 'e'
    ? { value: cell.value, problem: { message: 'sheet.cell.formulaError', params: { value: cell.value } } }
    : { value: xlsxValue(cell, workbook) };

/** Elements with text, and the member of the cell that it belongs to. */
const TEXT_OF: Readonly<Record<string, 'value' | 'formula'>> = { v: 'value', t: 'value', f: 'formula' };

const createHandlers = (workbook: XlsxWorkbook) => {
  const rows = createRowBuilder();
  const notes = new Set<string>();
  let cell: OpenCell | undefined;
  let member: 'value' | 'formula' | undefined;
  let isPhonetic = false;
  const handlers: XmlHandlers = {
    onOpen(name, { r, t = '', s = '0', hidden }) {
      if (name === 'row') rows.begin(r === undefined ? undefined : Number(r));
      else if (name === 'c') cell = { at: columnOf(r), type: t, style: Number(s), value: '', formula: '' };
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'mergeCell') notes.add('sheet.note.mergedCells');
      if (hidden === '1' || hidden === 'true')
        notes.add(name === 'row' ? 'sheet.note.hiddenRows' : 'sheet.note.hiddenColumns');
      member = isPhonetic ? undefined : TEXT_OF[name];
    },
    onText(text) {
      if (cell && member && cell[member].length <= SHEET_BOUNDS.cellSigns) cell[member] += text;
    },
    onClose(name) {
      member = undefined;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'row') rows.end();
      if (name !== 'c' || !cell) return;
      rows.add(builtCell(cell, workbook), cell.at);
      cell = undefined;
    },
  };
  return { handlers, rows, notes };
};

export const readXlsx = async (parts: ZipParts, chosen: string | undefined): Promise<RawTable> => {
  const workbook = await readXlsxParts(parts);
  const { name, part } = chosenSheet(workbook.sheets, chosen);
  const { handlers, rows, notes } = createHandlers(workbook);
  const read = async function* (): AsyncGenerator<SheetRow> {
    for await (const _ of xmlEvents(parts.text(part), handlers)) yield* rows.take();
  };
  const sheets = workbook.sheets.map(({ name: each, hidden }) => ({ name: each, hidden }));
  return { format: 'XLSX', sheets, sheet: name, rows: read(), notes: () => [...notes] };
};
