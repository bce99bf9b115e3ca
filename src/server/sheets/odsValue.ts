// Value of a cell of an ODS workbook, by the type that the cell declares.

import { plainNumber } from 'src/server/sheets/numberCell.ts';
import type { BuiltCell } from 'src/server/sheets/rowBuilder.ts';
import type { SheetValue } from 'src/server/sheets/Sheet.ts';

export interface OdsCell {
  readonly attributes: Readonly<Record<string, string>>;
}

/** `0007`, as the cell shows a number with leading zeros. */
const PADDED = /^0\d+$/u;
const FORMULA_ERROR = /^(?:#[A-Z/0!?]+[!?]?|Err:\d+)$/u;
const PREFIX = /^(?:of|oooc|msoxl):/u;

const declaredValue = ({ attributes }: OdsCell, text: string): SheetValue => {
  const type = attributes['value-type'];
  if (type === 'float' || type === 'percentage' || type === 'currency') {
    const value = plainNumber(attributes['value'] ?? text);
    return PADDED.test(text) && Number(text) === value ? text : value;
  }
  if (type === 'date') return { date: (attributes['date-value'] ?? text).replace(/\.\d+$|T00:00:00(?:\.\d+)?$/u, '') };
  if (type === 'boolean') return attributes['boolean-value'] === 'true';
  const formula = attributes['formula']?.replace(PREFIX, '') ?? '';
  return (attributes['string-value'] ?? text) || formula || null;
};

export const odsValue = (cell: OdsCell, text: string): BuiltCell => {
  const isFormula = cell.attributes['formula'] !== undefined;
  return isFormula && FORMULA_ERROR.test(text)
    ? { value: text, problem: { message: 'sheet.cell.formulaError', params: { value: text } } }
    : { value: declaredValue(cell, text) };
};
