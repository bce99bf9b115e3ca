// One sheet of an XLSForm as records: each row by the standard names of its columns.

import type { FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isTextColumn, xlsColumns, type XlsColumn } from 'src/domain/geokeeper/xlsform/xlsHeadings.ts';
import { XLS_NO_LANGUAGE } from 'src/domain/geokeeper/xlsform/xlsLanguages.ts';
import type { XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';

/** Returns the tag of a language that a heading names; for a text without one that of the form. */
export type TagOf = (language: string | undefined) => string;

export interface XlsRecord {
  readonly sheet: string;
  readonly row: number;
  /** Returns the trimmed content of a column; empty without one. */
  get(name: string): string;
  /** Returns the texts of a column by language; undefined without any. */
  text(name: string): FormText | undefined;
  /** Returns the cells with content. */
  filled(): readonly { readonly column: XlsColumn; readonly value: string }[];
}

export interface XlsTable {
  readonly sheet: string;
  readonly columns: readonly XlsColumn[];
  readonly records: readonly XlsRecord[];
  /** Headings that occur twice. The first column counts. */
  readonly repeated: readonly XlsColumn[];
}

const keyOf = ({ name, language }: XlsColumn): string => `${name}\n${language ?? ''}`;

const xlsRecordOf = (
  table: { readonly sheet: string; readonly columns: readonly XlsColumn[] },
  { row, cells }: XlsSheet['rows'][number],
  tagOf: TagOf,
): XlsRecord => {
  const filled: { readonly column: XlsColumn; readonly value: string }[] = [];
  const byName = new Map<string, typeof filled>();
  for (const column of table.columns) {
    const value = (cells[column.at] ?? '').trim();
    if (value === '') continue;
    const cell = { column, value };
    filled.push(cell);
    const others = byName.get(column.name);
    if (others) others.push(cell);
    else byName.set(column.name, [cell]);
  }
  return {
    ...{ sheet: table.sheet, row },
    get: (name) => byName.get(name)?.[0]?.value ?? '',
    text(name) {
      const texts = byName.get(name);
      if (!texts) return undefined;
      const found: Record<string, string> = {};
      // A column with a language replaces the one without.
      for (const { column, value } of texts) if (column.language === undefined) found[tagOf(undefined)] = value;
      for (const { column, value } of texts) if (column.language !== undefined) found[tagOf(column.language)] = value;
      return found;
    },
    filled: () => filled,
  };
};

/** Reads a sheet whose first row with a value has the headings. */
export const xlsTable = ({ name, rows }: XlsSheet, kind: string, tagOf: TagOf): XlsTable => {
  const [first, ...others] = rows;
  const all = xlsColumns(first?.cells ?? [], kind);
  const seen = new Set<string>();
  const repeated: XlsColumn[] = [];
  const columns = all.filter((column) => {
    const isNew = !seen.has(keyOf(column));
    seen.add(keyOf(column));
    if (!isNew) repeated.push(column);
    return isNew;
  });
  const records = others.map((row) => xlsRecordOf({ sheet: name, columns }, row, tagOf));
  return { sheet: name, columns, records: records.filter((record) => record.filled().length > 0), repeated };
};

/** Returns the names of the languages in the headings of a sheet in their order; `default` for texts without one. */
export const languagesIn = ({ rows }: XlsSheet, kind: string): readonly string[] => {
  const [first, ...others] = rows;
  return xlsColumns(first?.cells ?? [], kind).flatMap((column) => {
    if (!isTextColumn(column)) return [];
    if (column.language !== undefined) return [column.language];
    return others.some(({ cells }) => (cells[column.at] ?? '').trim() !== '') ? [XLS_NO_LANGUAGE] : [];
  });
};
