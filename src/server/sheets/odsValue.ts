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

/** A time of the day as a duration, such as `PT14H30M00S`. Longer durations keep the text of their cell. */
const CELL_DURATION = /^PT([01]\d|2[0-3])H([0-5]\d)M([0-5]\d)(?:[.,]\d+)?S$/u;
/** Programs that know no times write a time as a moment of the first days that spreadsheets count. */
const DAY_0_MOMENT = /^1899-12-3[01]T(\d\d):(\d\d):(\d\d)/u;

/** Returns `14:30`, or `14:30:05` where the seconds matter. Undefined for other values. */
const odsTime = (pattern: RegExp, value = ''): string | undefined => {
  const [, hours, minutes, seconds] = pattern.exec(value) ?? [];
  if (hours === undefined) return undefined;
  return `${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`;
};

const dateOrTime = (value: string): SheetValue =>
  odsTime(DAY_0_MOMENT, value) ?? { date: value.replace(/\.\d+$|T00:00:00(?:\.\d+)?$/u, '') };

const declaredValue = ({ attributes }: OdsCell, text: string): SheetValue => {
  const type = attributes['value-type'];
  if (type === 'float' || type === 'percentage' || type === 'currency') {
    const value = plainNumber(attributes['value'] ?? text);
    return PADDED.test(text) && Number(text) === value ? text : value;
  }
  if (type === 'date') return dateOrTime(attributes['date-value'] ?? text);
  if (type === 'time') return odsTime(CELL_DURATION, attributes['time-value']) ?? text;
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
