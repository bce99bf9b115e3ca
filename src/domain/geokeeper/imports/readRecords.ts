// Reads the records of a form from an export of ODK Central (a CSV file for the records and one for each repeat) or KoboToolbox (a sheet for
// each of them).

import type { AnswerValue, FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { answerOfCells, CellRefused, hasFile, importedMomentOf } from 'src/domain/geokeeper/imports/recordCells.ts';
import { findRecordTables, type RecordTable } from 'src/domain/geokeeper/imports/recordTables.ts';
import { scopeOfForm, type RecordScope } from 'src/domain/geokeeper/imports/recordScopes.ts';
import type { XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';

export interface ReadRecord {
  readonly instanceId: string;
  readonly table: string;
  readonly row: number;
  readonly answers: FormAnswers;
  readonly collected: string | undefined;
  readonly finalized: string | undefined;
  /** Name of the person who sent the record to the other program. */
  readonly submitter: string | undefined;
  /** State of its review in the other program, as the product names states. */
  readonly earlierReview: string | undefined;
  /** Names of the files in the answers. */
  readonly files: readonly string[];
}

/** A record of which one cell is no answer. */
export interface RefusedRecord {
  readonly instanceId: string;
  readonly table: string;
  readonly row: number;
  readonly column: string;
  readonly value: string;
  /** Id of a message. */
  readonly message: string;
}

export interface ReadRecords {
  readonly records: readonly ReadRecord[];
  readonly refused: readonly RefusedRecord[];
  /** Columns with content that no question has, by table. */
  readonly unused: readonly { readonly table: string; readonly column: string }[];
}

/** Thrown for a file without the records of the form. */
export class NoRecords extends Error {}

type AnswerTree = { [name: string]: AnswerValue | AnswerTree | AnswerTree[] };

class RowRefused extends Error {
  readonly place: Omit<RefusedRecord, 'instanceId'>;

  constructor(place: Omit<RefusedRecord, 'instanceId'>) {
    super(place.message);
    this.place = place;
  }
}

const groupIn = (answers: AnswerTree, groups: readonly string[]): AnswerTree => {
  let inner = answers;
  for (const name of groups) {
    const known = inner[name];
    const next: AnswerTree = typeof known === 'object' && !Array.isArray(known) ? (known as AnswerTree) : {};
    inner[name] = next;
    inner = next;
  }
  return inner;
};

interface Reading {
  readonly form: FieldForm;
  readonly tables: ReadonlyMap<RecordScope, RecordTable>;
  readonly files: string[];
}

type TableRow = RecordTable['rows'][number];

const importedReadRow = (scope: RecordScope, table: RecordTable, row: TableRow, reading: Reading): AnswerTree => {
  const answers: AnswerTree = {};
  for (const field of scope.fields) {
    const cells = table.cellsOf(field, row);
    if (!cells) continue;
    try {
      const answer = answerOfCells(cells, field.question, reading.form);
      if (answer === undefined) continue;
      groupIn(answers, field.groups)[field.question.name] = answer;
      if (hasFile(field.question)) reading.files.push(String(answer));
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error;
      const { key: message, value } = error;
      throw new RowRefused({ table: table.name, row: row.row, column: cells.column, value, message });
    }
  }
  for (const inner of scope.repeats) {
    const innerTable = reading.tables.get(inner);
    const entries = innerTable?.entriesOf(table.keyOf(row), table.name) ?? [];
    if (innerTable && entries.length > 0 && inner.repeat)
      groupIn(answers, inner.groups)[inner.repeat.name] = entries.map((entry) =>
        importedReadRow(inner, innerTable, entry, reading),
      );
  }
  return answers;
};

const momentIn = (cell: string): string | undefined => {
  if (cell.trim() === '') return undefined;
  try {
    return importedMomentOf(cell);
  } catch {
    return undefined;
  }
};

const firstOfType = (scope: RecordScope, type: string, table: RecordTable, row: TableRow): string => {
  const field = scope.fields.find(({ question }) => question.type === type);
  return (field && table.cellsOf(field, row)?.whole) ?? '';
};

/** States of a review in ODK Central, and of a validation in KoboToolbox. An empty cell of Central is a record that waits. */
const REVIEW_STATES: ReadonlyMap<string, string> = new Map([
  ...([
    ['received', 'RECEIVED'],
    ['edited', 'EDITED'],
    ['hasissues', 'ISSUES'],
    ['approved', 'APPROVED'],
  ] as const),
  ...([
    ['rejected', 'REJECTED'],
    ['on hold', 'ISSUES'],
    ['not approved', 'REJECTED'],
  ] as const),
]);

const readRecord = (
  scope: RecordScope,
  table: RecordTable,
  row: TableRow,
  reading: Omit<Reading, 'files'>,
): ReadRecord => {
  const files: string[] = [];
  const answers = importedReadRow(scope, table, row, { ...reading, files });
  const sent = momentIn(table.cell(row, ['SubmissionDate', '_submission_time', '_submission__submission_time']));
  return {
    ...{ instanceId: table.instanceIdOf(row), table: table.name, row: row.row, answers },
    collected:
      momentIn(firstOfType(scope, 'start', table, row)) ?? momentIn(firstOfType(scope, 'today', table, row)) ?? sent,
    finalized: momentIn(firstOfType(scope, 'end', table, row)) ?? sent,
    submitter: table.cell(row, ['SubmitterName', '_submitted_by', '_submission__submitted_by']).trim() || undefined,
    earlierReview: REVIEW_STATES.get(
      table.cell(row, ['ReviewState', '_validation_status', '_submission__validation_status']).trim().toLowerCase(),
    ),
    files: [...new Set(files)],
  };
};

/** Throws `NoRecords` for a file that is no export of records of the form. */
export const importedReadRecords = (sheets: readonly XlsSheet[], form: FieldForm): ReadRecords => {
  const root = scopeOfForm(form);
  const tables = findRecordTables(sheets, root);
  const main = tables.get(root);
  if (!main) throw new NoRecords();
  const records: ReadRecord[] = [];
  const refused: RefusedRecord[] = [];
  const seen = new Set<string>();
  for (const row of main.rows) {
    const instanceId = main.instanceIdOf(row);
    const place = { instanceId, table: main.name, row: row.row };
    if (instanceId === '') refused.push({ ...place, column: '', value: '', message: 'fieldImport.noInstanceId' });
    else if (seen.has(instanceId))
      refused.push({ ...place, column: '', value: instanceId, message: 'fieldImport.repeated' });
    else
      try {
        records.push(readRecord(root, main, row, { form, tables }));
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        refused.push({ instanceId, ...error.place });
      }
    seen.add(instanceId);
  }
  const unused = [...tables.values()].flatMap((table) =>
    table.unused().map((column) => ({ table: table.name, column })),
  );
  return { records, refused, unused };
};
