// Sheets of an XLSForm, written as tables of text.

import { readXlsForm } from 'src/domain/geokeeper/xlsform/readXlsForm.ts';
import type { ReadXlsForm, XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';

/** Returns the sheet of lines such as `text | name | Name`. */
export const sheetOfLines = (name: string, lines: readonly string[]): XlsSheet => ({
  name,
  rows: lines.map((line, at) => ({ row: at + 1, cells: line.split('|').map((cell) => cell.trim()) })),
});

type Lines = readonly string[];

/** Returns the form of a sheet `survey`, and of further sheets. */
export const formOfLines = (survey: Lines, others: Readonly<Record<string, Lines>> = {}): ReadXlsForm =>
  readXlsForm(
    [sheetOfLines('survey', survey), ...Object.entries(others).map(([name, lines]) => sheetOfLines(name, lines))],
    'A form',
  );
