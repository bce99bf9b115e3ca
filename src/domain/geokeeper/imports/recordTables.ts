// The tables of an export: which is that of the records, which are those of repeats, and which column has which answer.

import type { AnswerCells } from 'src/domain/geokeeper/imports/recordCells.ts';
import {
  importedHeadingsOf,
  repeatsIn,
  type RecordScope,
  type ScopeField,
} from 'src/domain/geokeeper/imports/recordScopes.ts';
import type { XlsRow, XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';

export interface RecordTable {
  readonly name: string;
  readonly rows: readonly XlsRow[];
  /** Returns the first cell of these columns that exists. */
  cell(row: XlsRow, headings: readonly string[]): string;
  /** Returns the cells of a question; undefined when the table has no column for it. */
  cellsOf(field: ScopeField, row: XlsRow): (AnswerCells & { readonly column: string }) | undefined;
  /** Returns the key by which the tables of repeats name a row. */
  keyOf(row: XlsRow): string;
  /** Returns the rows of a repeat that belong to a row of its parent table. */
  entriesOf(key: string, parent: string): readonly XlsRow[];
  instanceIdOf(row: XlsRow): string;
  /** Returns the headings of columns with content that are not used. */
  unused(): readonly string[];
}

const INSTANCE_ID = ['KEY', 'meta-instanceID', 'meta/instanceID', 'instanceID', '_uuid'];
const OWN_KEY = ['KEY', '_index'];
const IMPORTED_PARENT_KEY = ['PARENT_KEY', '_parent_index'];
const IMPORTED_UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;

/** Parts of an answer in columns of their own, by the endings of both programs. */
const POINT_PARTS: Readonly<Record<string, readonly [central: string, kobo: string]>> = {
  latitude: ['Latitude', 'latitude'],
  longitude: ['Longitude', 'longitude'],
  altitude: ['Altitude', 'altitude'],
  accuracy: ['Accuracy', 'precision'],
};

/** Columns that both programs add to the answers. */
const ADDED_COLUMN =
  /^(?:SubmissionDate|SubmitterID|SubmitterName|AttachmentsPresent|AttachmentsExpected|Status|ReviewState|DeviceID|Edits|FormVersion|KEY|PARENT_KEY|SET-OF-.*|meta[-/].*|formhub\/uuid|__version__|_(?:id|uuid|submission_time|validation_status|notes|status|submitted_by|tags|index|parent_.*|submission_.*|attachments|geolocation|xform_id_string|bamboo_dataset_id|version_?))$/u;

const pointHeadings = (heading: string, part: string): readonly string[] => {
  const [central, kobo] = POINT_PARTS[part] ?? ['', ''];
  const at = heading.lastIndexOf('/') + 1;
  return [`${heading}-${central}`, `${heading.slice(0, at)}_${heading.slice(at)}_${kobo}`, `_${heading}_${kobo}`];
};

const partHeadings = (heading: string, part: string, isPoint: boolean): readonly string[] =>
  isPoint ? pointHeadings(heading, part) : [`${heading}/${part}`];

/** A heading such as `Site/How many?` is the label of a question with that of its group. */
const lastPart = (heading: string): string => heading.slice(heading.lastIndexOf('/') + 1);

const importedTableOf = ({ name, rows: [first, ...rows] }: XlsSheet, scope: RecordScope): RecordTable => {
  const headings = (first?.cells ?? []).map((cell) => cell.trim());
  const at = new Map<string, number>();
  for (const [index, heading] of headings.entries()) if (heading !== '' && !at.has(heading)) at.set(heading, index);
  for (const [index, heading] of headings.entries()) {
    const last = lastPart(heading);
    if (last !== '' && !at.has(last)) at.set(last, index);
  }
  const used = new Set<number>();
  const indexOf = (wanted: readonly string[]): number | undefined =>
    wanted.map((heading) => at.get(heading)).find((index) => index !== undefined);
  const cellAt = (row: XlsRow, index: number | undefined): string => {
    if (index === undefined) return '';
    used.add(index);
    return row.cells[index] ?? '';
  };
  const cell = (row: XlsRow, wanted: readonly string[]): string => cellAt(row, indexOf(wanted));
  const fieldHeadings = new Map(scope.fields.map((field) => [field, importedHeadingsOf(field, scope)]));
  const byParent = new Map<string, XlsRow[]>();
  for (const row of rows) {
    const key = `${cell(row, ['_parent_table_name'])}\n${cell(row, IMPORTED_PARENT_KEY)}`;
    byParent.set(key, [...(byParent.get(key) ?? []), row]);
  }
  return {
    ...{ name, rows, cell },
    cellsOf(field, row) {
      const wanted = fieldHeadings.get(field) ?? [];
      const isPoint = field.question.type === 'point';
      const whole = indexOf(wanted);
      const parts = (part: string): readonly string[] =>
        wanted.flatMap((heading) => partHeadings(heading, part, isPoint));
      if (whole === undefined && indexOf(parts('latitude')) === undefined) return undefined;
      // The address of a file next to its name is part of the answer.
      cell(
        row,
        wanted.map((heading) => `${heading}_URL`),
      );
      return {
        whole: cellAt(row, whole),
        part: (part) => cell(row, parts(part)),
        column: headings[whole ?? indexOf(parts('latitude')) ?? 0] ?? '',
      };
    },
    keyOf: (row) => cell(row, OWN_KEY),
    entriesOf: (key, parent) => byParent.get(`${parent}\n${key}`) ?? byParent.get(`\n${key}`) ?? [],
    instanceIdOf(row) {
      const id = INSTANCE_ID.map((heading) => cell(row, [heading]).trim()).find((text) => text !== '') ?? '';
      return IMPORTED_UUID.test(id) ? `uuid:${id.toLowerCase()}` : id;
    },
    unused: () =>
      headings.filter(
        (heading, index) =>
          heading !== '' &&
          !used.has(index) &&
          !ADDED_COLUMN.test(heading) &&
          !isPartOfUsed(heading, headings, used) &&
          rows.some(({ cells }) => (cells[index] ?? '').trim() !== ''),
      ),
  };
};

/** Returns whether a column repeats a part of a used one, such as one of several choices. */
const isPartOfUsed = (heading: string, headings: readonly string[], used: ReadonlySet<number>): boolean =>
  headings.some((other, index) => {
    if (!used.has(index) || other === '') return false;
    const start = other.slice(0, other.lastIndexOf('/') + 1);
    return heading.startsWith(`${other}/`) || heading.startsWith(`${start}_${lastPart(other)}_`);
  });

const hasHeading = ({ rows: [first] }: XlsSheet, wanted: readonly string[]): boolean =>
  first?.cells.some((cell) => wanted.includes(cell.trim())) ?? false;

/** Longest name of a sheet. */
const MAX_SHEET = 31;

/** The table of a repeat is `form-repeat` in a zip and `repeat` in a workbook. */
const isTableOf = (sheet: XlsSheet, name: string): boolean => {
  const plain = sheet.name.replace(/^.*\//u, '').replace(/~\d+$/u, '');
  return plain === name || plain.endsWith(`-${name}`) || (plain.length === MAX_SHEET && name.startsWith(plain));
};

/** Returns the tables by the scope that they contain. */
export const findRecordTables = (
  sheets: readonly XlsSheet[],
  root: RecordScope,
): ReadonlyMap<RecordScope, RecordTable> => {
  const found = new Map<RecordScope, RecordTable>();
  const isInner = (sheet: XlsSheet): boolean => hasHeading(sheet, IMPORTED_PARENT_KEY);
  const main = sheets.find((sheet) => !isInner(sheet) && hasHeading(sheet, INSTANCE_ID));
  if (main) found.set(root, importedTableOf(main, root));
  const taken = new Set<XlsSheet>();
  for (const scope of repeatsIn(root)) {
    const sheet = sheets.find((each) => isInner(each) && !taken.has(each) && isTableOf(each, scope.repeat?.name ?? ''));
    if (!sheet) continue;
    taken.add(sheet);
    found.set(scope, importedTableOf(sheet, scope));
  }
  return found;
};
