// Converts a row of a table to the values of an item, cell by cell. The rules of the item are not checked here.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isByLocale } from 'src/model/schema/importedProperty.ts';
import { cellTexts, cellText } from 'src/server/imports/cellTexts.ts';
import { readCellValue, type CellSources, type Fault, type NewRelated } from 'src/server/imports/cellValues.ts';
import { columnTo, type ImportPlan, type PlannedColumn } from 'src/server/imports/importPlan.ts';
import { restPath, SPECIAL } from 'src/server/imports/importTargets.ts';
import type { NewListValue } from 'src/server/imports/listCells.ts';
import { readDegrees, readPlaceCell } from 'src/server/imports/placeCells.ts';
import type { SheetCell, SheetRow } from 'src/server/sheets/Sheet.ts';

export interface CellFault extends Fault {
  /** Position of the column; undefined for the whole row. */
  readonly column?: number | undefined;
  /** Row of the fault, where the item has several. */
  readonly row?: number;
}

/** Value of one cell. `null` is an empty cell. */
export interface PathValue {
  readonly path: string;
  readonly column: number;
  readonly text: string;
  readonly value: Json;
}

/** Entry that a row adds to a list of the item. */
export interface EntryRow {
  readonly row: number;
  /** Value of the member that names the entry, and the text of its cell. */
  readonly key: Json;
  readonly text: string;
  /** Position of the column of that member. */
  readonly column: number;
  readonly value: Values;
  readonly defaults: Values;
  /** Positions of the columns, by member. */
  readonly columns: ReadonlyMap<string, number>;
}

/** Place that a row adds to its item. */
export interface RowPlace {
  readonly row: number;
  readonly column: number;
  readonly geometry: Json;
  /** Values that keep the names of their columns. */
  readonly rest: readonly Json[];
}

export interface RowDraft {
  readonly row: number;
  /** Item and version that the row names. */
  readonly id: ItemId | undefined;
  readonly u: number | undefined;
  readonly legacyPath: string | undefined;
  readonly values: readonly PathValue[];
  readonly faults: readonly CellFault[];
  readonly lists: readonly NewListValue[];
  /** Related items to create, by the path that names them. */
  readonly related: readonly (NewRelated & { readonly at: string; readonly many: boolean })[];
  readonly places: readonly RowPlace[];
  readonly entries?: readonly EntryRow[];
  /** Rows of the entries by their position in the list that is written. */
  readonly entryRows?: readonly (EntryRow | undefined)[];
  /** Labels of items that the entries name. */
  readonly labels?: Readonly<Record<ItemId, string>>;
}

const DEFAULT_SEPARATOR = ';';
const VERSION_NUMBER = /^\d{1,9}$/;

const trimmedParts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');

/** Returns the texts of a cell between separators and line breaks. Only a property with several values is divided. */
const separatedTexts = ({ property, separator }: PlannedColumn, cell: SheetCell | undefined): readonly string[] => {
  const texts = cellTexts(cell);
  if (property?.many !== true) return texts.length > 1 ? [texts.join('; ')] : texts;
  // Several groups of values are one JSON text.
  if (property.properties) return texts;
  return trimmedParts(
    texts.flatMap((text) => text.split(/\r?\n/u)).flatMap((line) => line.split(separator ?? DEFAULT_SEPARATOR)),
  );
};

/** Returns the texts between the commas of a text without other separators, where values are chosen from known ones. */
const commaTexts = ({ property, separator }: PlannedColumn, texts: readonly string[]): readonly string[] => {
  const isChosen = property?.many === true && (property.rel ?? property.list ?? property.values) !== undefined;
  const [only = ''] = texts;
  return isChosen && separator === undefined && texts.length === 1 && only.includes(',')
    ? trimmedParts(only.split(','))
    : [];
};

/** Returns the texts that may be values of a cell: those that are separated, and those between commas. */
export const valueTexts = (column: PlannedColumn, cell: SheetCell | undefined): readonly string[] => {
  const texts = separatedTexts(column, cell);
  return [...texts, ...commaTexts(column, texts)];
};

/** Returns the texts that are values of a cell. Commas separate known values, unless the whole text is one. */
const chosenTexts = (column: PlannedColumn, cell: SheetCell | undefined, sources: CellSources): readonly string[] => {
  const texts = separatedTexts(column, cell);
  const parts = commaTexts(column, texts);
  const known = { ...column, unknown: 'refuse', missing: 'refuse' } as const;
  const isKnown = (text: string): boolean => 'value' in readCellValue(text, known, sources);
  return parts.some(isKnown) && !texts.some(isKnown) ? parts : texts;
};

const specialText = (plan: ImportPlan, { cells }: SheetRow, target: string): string => {
  const column = columnTo(plan, target);
  return column ? cellText(cells[column.column]) : '';
};

interface Collected {
  readonly values: PathValue[];
  readonly places: RowPlace[];
  readonly faults: CellFault[];
  readonly lists: NewListValue[];
  readonly related: RowDraft['related'][number][];
}

const readCell = (column: PlannedColumn, row: SheetRow, [sources, into]: readonly [CellSources, Collected]): void => {
  const { column: at, to: path, property } = column;
  if (!property) return;
  const cell = row.cells[at];
  const many = property.many;
  const values: Json[] = [];
  const text = cellText(cell);
  for (const each of chosenTexts(column, cell, sources)) {
    const read = readCellValue(each, column, sources);
    if ('fault' in read) into.faults.push({ column: at, ...read.fault });
    else if ('create' in read) into.related.push({ ...read.create, at: path, many });
    else {
      values.push(...(many && Array.isArray(read.value) ? (read.value as readonly Json[]) : [read.value]));
      if (read.added) into.lists.push(read.added);
    }
  }
  into.values.push({ path, column: at, text, value: values.length === 0 ? null : many ? values : (values[0] ?? null) });
};

interface ReadPlace {
  readonly column: number;
  readonly text: string;
  readonly geometry: Json;
}

/** Returns the place of two columns with coordinates. */
const readCoordinates = (plan: ImportPlan, row: SheetRow, into: Collected): ReadPlace | undefined => {
  const [latitude, longitude] = [SPECIAL.latitude, SPECIAL.longitude].map((target) => columnTo(plan, target));
  if (!latitude || !longitude) return undefined;
  const { column } = latitude;
  const texts = [longitude, latitude].map((each) => cellText(row.cells[each.column]));
  if (texts.every((text) => text === '')) return undefined;
  const [east, north] = texts.map(readDegrees);
  if (east === undefined || north === undefined)
    return void into.faults.push({ column, message: 'import.missingCoordinate' });
  return { column, text: texts.join(' '), geometry: { type: 'Point', coordinates: [east, north] } };
};

/** Returns the place of a column with geometries that belong to another type. */
const readGeometry = (plan: ImportPlan, row: SheetRow, into: Collected): ReadPlace | undefined => {
  const planned = columnTo(plan, SPECIAL.geometry);
  const text = planned ? cellText(row.cells[planned.column]) : '';
  if (!planned || text === '') return undefined;
  const { column } = planned;
  const geometry = readPlaceCell(text);
  if (geometry === undefined)
    return void into.faults.push({ column, message: 'import.notAPlace', params: { value: text } });
  return { column, text, geometry };
};

/** Returns the values that keep the names of their columns. */
const readRest = ({ columns }: ImportPlan, row: SheetRow) =>
  columns
    .filter(({ to }) => to === SPECIAL.rest)
    .map(({ column, name = '' }) => ({ column, name, value: cellText(row.cells[column]) }));

/** Adds the place of the row, and the values that keep the names of their columns, which belong to it where it is of another type. */
const readPlace = (plan: ImportPlan, row: SheetRow, into: Collected): void => {
  const place = readCoordinates(plan, row, into) ?? readGeometry(plan, row, into);
  const kept = readRest(plan, row);
  const filled = kept.filter(({ value }) => value !== '');
  const rest = filled.map(({ name, value }): Json => ({ name, value }));
  if (plan.places) {
    if (place) into.places.push({ row: row.row, column: place.column, geometry: place.geometry, rest });
    return;
  }
  if (place && plan.placePath !== undefined)
    into.values.push({ path: plan.placePath, column: place.column, text: place.text, value: place.geometry });
  const [path, first] = [restPath(plan.type), kept[0]];
  if (path === undefined || !first) return;
  const text = filled.map(({ name, value }) => `${name}: ${value}`).join('; ');
  into.values.push({ path, column: first.column, text, value: rest.length === 0 ? null : rest });
};

/** Reads a row. Related items must have been found before. */
export const readRow = (row: SheetRow, sources: CellSources): RowDraft => {
  const { plan } = sources;
  const into: Collected = { values: [], places: [], faults: [], lists: [], related: [] };
  for (const { column, message, params } of row.problems ?? [])
    into.faults.push({ column, message, ...(params && { params }) });
  for (const column of plan.columns) readCell(column, row, [sources, into]);
  readPlace(plan, row, into);
  const [id, u, legacyPath] = [SPECIAL.id, SPECIAL.version, SPECIAL.legacyPath].map((target) =>
    specialText(plan, row, target),
  );
  if (u && !VERSION_NUMBER.test(u)) {
    const column = columnTo(plan, SPECIAL.version)?.column;
    into.faults.push({ column, message: 'errors.invalidValue' });
  }
  return {
    row: row.row,
    id: id || undefined,
    u: VERSION_NUMBER.test(u ?? '') ? Number(u) : undefined,
    legacyPath: legacyPath || undefined,
    ...into,
  };
};

const withMember = (whole: Json | undefined, [name, ...rest]: readonly string[], value: Json): Json => {
  if (name === undefined) return value;
  const members = (isRecord(whole) ? whole : {}) as Values;
  return { ...members, [name]: withMember(members[name], rest, value) };
};

/** Returns the values with the value at the path. A text in one language keeps those in others. */
export const withValueAt = (
  values: Values,
  { path, value }: Pick<PathValue, 'path' | 'value'>,
  plan: ImportPlan,
): Values => {
  const [name = '', ...rest] = path.split('.');
  const property = plan.type.properties[name];
  const before = values[name];
  if (property && isByLocale(property)) {
    const texts = (isRecord(before) ? before : {}) as Values;
    return { ...values, [name]: isRecord(value) ? { ...texts, ...(value as Values) } : value };
  }
  return { ...values, [name]: withMember(before, rest, value) };
};
