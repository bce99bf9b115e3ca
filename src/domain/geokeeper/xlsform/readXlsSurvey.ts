// Reads the sheet `survey` of an XLSForm: questions within groups and repeats, with unique names.

import type { ChoiceList, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isReadColumn, readXlsQuestion } from 'src/domain/geokeeper/xlsform/readXlsQuestion.ts';
import { XLS_FORM_BOUNDS, XLS_NAME, type XlsDiagnostics } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { xlsParameters } from 'src/domain/geokeeper/xlsform/xlsParameters.ts';
import type { XlsRecord, XlsTable } from 'src/domain/geokeeper/xlsform/xlsTable.ts';
import { xlsTypeOf, type XlsType } from 'src/domain/geokeeper/xlsform/xlsTypes.ts';

interface OpenSection {
  readonly question?: Omit<Question, 'questions'>;
  readonly row: number;
  readonly questions: Question[];
  readonly names: Set<string>;
}

interface Survey {
  readonly sheet: string;
  readonly diagnostics: XlsDiagnostics;
  readonly lists: Record<string, ChoiceList>;
  readonly rowOf: Map<string, number>;
  /** Sections that are not closed, the form first. */
  readonly open: OpenSection[];
}

const xlsInnermost = ({ open }: Survey): OpenSection => {
  const last = open.at(-1);
  if (!last) throw new Error('the form is always open');
  return last;
};

const unusedName = (wanted: string, { rowOf }: Survey): string => {
  for (let number = 2; ; number += 1) if (!rowOf.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
};

/** Returns the name of a question. Notes and groups may have none in the file; a name that another section uses gets that of its own section. */
const uniqueName = (record: XlsRecord, type: string, survey: Survey): string => {
  const { sheet, row } = record;
  const { diagnostics, rowOf } = survey;
  const written = record.get('name');
  const section = xlsInnermost(survey);
  if (written === '') {
    if (type !== 'note' && type !== 'group' && type !== 'repeat')
      diagnostics.refuse('noName', { sheet, row, what: record.get('type') });
    return rowOf.has(`${type}_${row}`) ? unusedName(`${type}_${row}`, survey) : `${type}_${row}`;
  }
  if (!XLS_NAME.test(written)) diagnostics.refuse('badName', { sheet, row, column: 'name', what: written });
  if (!rowOf.has(written)) {
    section.names.add(written);
    return written;
  }
  if (section.names.has(written)) {
    diagnostics.refuse('repeatedName', {
      ...{ sheet, row, column: 'name', what: written },
      params: { other: rowOf.get(written) ?? row },
    });
    return unusedName(written, survey);
  }
  section.names.add(written);
  const inSection = section.question ? `${section.question.name}_${written}` : unusedName(written, survey);
  const name = rowOf.has(inSection) ? unusedName(inSection, survey) : inSection;
  diagnostics.lose('renamed', { sheet, row, column: 'name', what: written, params: { name } });
  return name;
};

/** Returns the key of the list in a file. Two questions may read the same file by different columns. */
const fileList = (record: XlsRecord, file: string, { lists }: Survey): string => {
  const parameters = xlsParameters(record.get('parameters'));
  const isPlaces = /\.geojson$/iu.test(file);
  const list = {
    file,
    name: parameters.get('value') ?? (isPlaces ? 'id' : 'name'),
    label: parameters.get('label') ?? (isPlaces ? 'title' : 'label'),
  };
  const base = file.replace(/\.\w+$/u, '');
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    const known = lists[key];
    if (known && !('file' in known && known.file === file && known.name === list.name && known.label === list.label))
      continue;
    lists[key] = list;
    return key;
  }
};

const addFile = (record: XlsRecord, { lists, diagnostics, sheet }: Survey): void => {
  const name = record.get('name');
  if (name === '') diagnostics.refuse('noName', { sheet, row: record.row, what: record.get('type') });
  else lists[name] ??= { file: `${name}.csv`, name: 'name', label: 'label' };
};

const begin = (record: XlsRecord, type: Extract<XlsType, { kind: 'begin' }>, survey: Survey): void => {
  const { row } = record;
  const name = uniqueName(record, type.type, survey);
  survey.rowOf.set(name, row);
  const question = { ...readXlsQuestion(record, type, survey.diagnostics), name };
  survey.open.push({ question, row, questions: [], names: new Set() });
};

/** Returns true, and refuses the form, when a group is inside too many others. The rest of such a form is not read. */
const isTooDeep = ({ open, diagnostics, sheet }: Survey): boolean => {
  const { question, row } = open[XLS_FORM_BOUNDS.depth + 1] ?? {};
  if (!question) return false;
  diagnostics.refuse('tooDeep', { sheet, row: row ?? 1, what: question.name, params: { max: XLS_FORM_BOUNDS.depth } });
  return true;
};

const end = (record: XlsRecord, survey: Survey): void => {
  const { sheet, row } = record;
  const cell = record.get('type');
  const { question, questions } = xlsInnermost(survey);
  if (!question) {
    survey.diagnostics.refuse('notOpen', { sheet, row, column: 'type', what: cell });
    return;
  }
  const isRepeat = xlsTypeOf(cell.replace(/^end/iu, 'begin'));
  if (isRepeat.kind === 'begin' && isRepeat.type !== question.type)
    survey.diagnostics.refuse('otherSection', {
      ...{ sheet, row, column: 'type', what: cell },
      params: { name: question.name, other: survey.rowOf.get(question.name) ?? row },
    });
  survey.open.pop();
  xlsInnermost(survey).questions.push({ ...question, questions });
};

const addQuestion = (record: XlsRecord, type: Extract<XlsType, { kind: 'question' }>, survey: Survey): void => {
  const name = uniqueName(record, type.type, survey);
  survey.rowOf.set(name, record.row);
  const list = type.isFile && type.list !== undefined ? fileList(record, type.list, survey) : type.list;
  const question = readXlsQuestion(record, { ...type, ...(list !== undefined && { list }) }, survey.diagnostics);
  xlsInnermost(survey).questions.push({ ...question, name });
};

const addRow = (record: XlsRecord, survey: Survey): void => {
  const { sheet, row } = record;
  const cell = record.get('type');
  if (/^(?:yes|true|true\(\))$/iu.test(record.get('disabled'))) {
    survey.diagnostics.lose('disabled', { sheet, row, what: record.get('name') || cell });
    return;
  }
  if (cell === '') {
    survey.diagnostics.lose('noType', { sheet, row, what: record.filled()[0]?.value ?? '' });
    return;
  }
  const type = xlsTypeOf(cell);
  if (type.kind === 'begin') begin(record, type, survey);
  else if (type.kind === 'end') end(record, survey);
  else if (type.kind === 'file') addFile(record, survey);
  else if (type.kind === 'nothing')
    survey.diagnostics.lose(type.lost, { sheet, row, column: 'type', what: record.get('name') || cell });
  else addQuestion(record, type, survey);
};

/** Lists the columns that forms do not have, each once. */
const listUnusedColumns = ({ sheet, columns, records }: XlsTable, diagnostics: XlsDiagnostics): void => {
  for (const column of columns) {
    if (isReadColumn(column.name)) continue;
    const cells = records.flatMap((record) => record.filled().filter((each) => each.column === column));
    if (cells.length > 0)
      diagnostics.lose('column', {
        ...{ sheet, column: column.heading, what: cells[0]?.value ?? '' },
        params: { count: cells.length },
      });
  }
};

/** Reports the lists that questions name and the file does not have. */
const checkLists = (questions: readonly Question[], survey: Survey): void => {
  for (const { name, list, questions: inner } of questions) {
    if (list !== undefined && !list.startsWith('${') && !Object.hasOwn(survey.lists, list))
      survey.diagnostics.refuse('unknownList', {
        ...{ sheet: survey.sheet, row: survey.rowOf.get(name) ?? 1, column: 'type', what: list },
        params: { name },
      });
    if (inner) checkLists(inner, survey);
  }
};

/** Adds the lists in files to `lists`. */
export const readXlsSurvey = (
  table: XlsTable,
  lists: Record<string, ChoiceList>,
  diagnostics: XlsDiagnostics,
): { readonly questions: readonly Question[]; readonly rowOf: ReadonlyMap<string, number> } => {
  const questions: Question[] = [];
  const survey: Survey = {
    ...{ sheet: table.sheet, diagnostics, lists, rowOf: new Map() },
    open: [{ row: 0, questions, names: new Set() }],
  };
  if (!table.columns.some(({ name }) => name === 'type'))
    diagnostics.refuse('noTypeColumn', { sheet: table.sheet, row: 1, what: '' });
  else
    for (const record of table.records) {
      addRow(record, survey);
      if (isTooDeep(survey)) return { questions: [], rowOf: survey.rowOf };
    }
  for (const { question, row } of survey.open)
    if (question) diagnostics.refuse('notClosed', { sheet: table.sheet, row, what: question.name });
  checkLists(questions, survey);
  listUnusedColumns(table, diagnostics);
  return { questions, rowOf: survey.rowOf };
};
