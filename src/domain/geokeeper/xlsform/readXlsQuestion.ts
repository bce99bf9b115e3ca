// Reads one row of the sheet `survey` as a question.

import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mediaOf } from 'src/domain/geokeeper/xlsform/readXlsText.ts';
import { withPlainQuotes, type XlsDiagnostics } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { xlsParameters } from 'src/domain/geokeeper/xlsform/xlsParameters.ts';
import type { XlsRecord } from 'src/domain/geokeeper/xlsform/xlsTable.ts';
import type { XlsType } from 'src/domain/geokeeper/xlsform/xlsTypes.ts';

type Draft = { -readonly [Key in keyof Question]: Question[Key] };

const XLS_YES = /^(?:yes|true|true\(\))$/iu;
const NO = /^(?:no|false|false\(\))$/iu;

const xlsConditionOf = (cell: string): boolean | string | undefined => {
  if (cell === '' || NO.test(cell)) return undefined;
  return XLS_YES.test(cell) ? true : withPlainQuotes(cell);
};

const EXPRESSIONS = [
  ['relevant', 'relevant'],
  ['constraint', 'constraint'],
  ['calculation', 'calculation'],
  ['default', 'default'],
] as const;
const XLS_TEXTS = [
  ['label', 'label'],
  ['hint', 'hint'],
  ['guidance_hint', 'guidance'],
  ['required_message', 'requiredMessage'],
  ['constraint_message', 'constraintMessage'],
] as const;

const addCells = (question: Draft, record: XlsRecord): void => {
  for (const [column, key] of XLS_TEXTS) {
    const text = record.text(column);
    if (text) question[key] = text;
  }
  for (const [column, key] of EXPRESSIONS) {
    const cell = record.get(column);
    if (cell !== '') question[key] = withPlainQuotes(cell);
  }
  const media = mediaOf(record);
  if (media) question.media = media;
  const required = xlsConditionOf(record.get('required'));
  if (required !== undefined) question.required = required;
  const readOnly = xlsConditionOf(record.get('read_only'));
  if (readOnly !== undefined) question.readOnly = readOnly;
  if (record.get('audience').toUpperCase() === 'RESTRICTED') question.audience = 'RESTRICTED';
};

const IMAGE_TYPES: Readonly<Record<string, 'signature' | 'drawing'>> = { signature: 'signature', draw: 'drawing' };

/** A signature and a drawing are pictures with an appearance in XLSForms. */
const addAppearance = (question: Draft, record: XlsRecord): void => {
  const words = record
    .get('appearance')
    .split(/\s+/u)
    .filter((word) => word !== '');
  const special = question.type === 'photo' ? words.find((word) => IMAGE_TYPES[word] !== undefined) : undefined;
  if (special !== undefined) question.type = IMAGE_TYPES[special] ?? question.type;
  else if (question.type === 'photo' && words.includes('annotate')) question.type = 'drawing';
  const others = words.filter((word) => word !== special);
  if (others.length > 0) question.appearance = others.join(' ');
};

const numberIn = (parameters: ReadonlyMap<string, string>, key: string): number | undefined => {
  const value = Number(parameters.get(key) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};

const DEFAULT_RANGE = { start: 1, end: 10, step: 1 } as const;

/** Adds the known parameters, and returns their names. */
const addParameters = (question: Draft, parameters: ReadonlyMap<string, string>): readonly string[] => {
  const { type } = question;
  if (type === 'range') {
    const { start, end, step } = DEFAULT_RANGE;
    question.range = {
      ...{ start: numberIn(parameters, 'start') ?? start, end: numberIn(parameters, 'end') ?? end },
      step: numberIn(parameters, 'step') ?? step,
    };
    return ['start', 'end', 'step'];
  }
  if (type === 'selectOne' || type === 'selectMany' || type === 'rank') {
    const seed = parameters.get('seed');
    if (parameters.get('randomize')?.toLowerCase() === 'true') question.randomize = seed ?? true;
    return ['randomize', 'seed', 'value', 'label'];
  }
  const maxPixels = numberIn(parameters, 'max-pixels');
  if (type === 'photo' || type === 'drawing' || type === 'signature') {
    if (maxPixels !== undefined) question.maxPixels = maxPixels;
    return ['max-pixels'];
  }
  if (type !== 'point' && type !== 'line' && type !== 'area') return [];
  const [capture, warning] = [numberIn(parameters, 'capture-accuracy'), numberIn(parameters, 'warning-accuracy')];
  if (capture !== undefined || warning !== undefined)
    question.accuracy = { ...(capture !== undefined && { capture }), ...(warning !== undefined && { warning }) };
  return ['capture-accuracy', 'warning-accuracy'];
};

const isSelect = ({ type }: Draft): boolean => type === 'selectOne' || type === 'selectMany' || type === 'rank';

const addForType = (question: Draft, record: XlsRecord, diagnostics: XlsDiagnostics): void => {
  const { sheet, row } = record;
  const filter = record.get('choice_filter');
  if (isSelect(question) && filter !== '') question.choiceFilter = withPlainQuotes(filter);
  const count = record.get('repeat_count');
  if (question.type === 'repeat' && count !== '') question.count = withPlainQuotes(count);
  if (!isSelect(question) && filter !== '')
    diagnostics.lose('notForType', { sheet, row, column: 'choice_filter', what: filter });
  if (question.type !== 'repeat' && count !== '')
    diagnostics.lose('notForType', { sheet, row, column: 'repeat_count', what: count });
  const parameters = xlsParameters(record.get('parameters'));
  const known = addParameters(question, parameters);
  for (const [key, value] of parameters)
    if (!known.includes(key))
      diagnostics.lose('parameter', { sheet, row, column: 'parameters', what: `${key}=${value}` });
};

/** Columns with content that forms do not have, by the reason. */
const LOST_COLUMNS: Readonly<Record<string, string>> = {
  trigger: 'trigger',
  save_to: 'saveTo',
  'media::big-image': 'bigImage',
  intent: 'intent',
  'body::intent': 'intent',
};

const listLostCells = (record: XlsRecord, diagnostics: XlsDiagnostics): void => {
  const { sheet, row } = record;
  for (const { column, value } of record.filled()) {
    const reason = LOST_COLUMNS[column.name] ?? LOST_COLUMNS[column.name.toLowerCase()];
    if (reason !== undefined) diagnostics.lose(reason, { sheet, row, column: column.heading, what: value });
  }
};

/** Returns whether a column of the sheet `survey` is read, or its cells are listed one by one. */
export const isReadColumn = (name: string): boolean =>
  LOST_COLUMNS[name.toLowerCase()] !== undefined ||
  /^(?:type|name|label|hint|guidance_hint|required|required_message|relevant|constraint|constraint_message)$/u.test(
    name,
  ) ||
  /^(?:calculation|default|read_only|appearance|choice_filter|parameters|repeat_count|disabled|audience)$/u.test(
    name,
  ) ||
  /^media::(?:image|audio|video)$/u.test(name);

/** Returns the question of a row without its name and its inner questions. */
export const readXlsQuestion = (
  record: XlsRecord,
  type: Extract<XlsType, { kind: 'begin' | 'question' }>,
  diagnostics: XlsDiagnostics,
): Draft => {
  const question: Draft = { name: record.get('name'), type: type.type };
  addCells(question, record);
  addAppearance(question, record);
  if (type.kind === 'question' && type.list !== undefined) question.list = type.list;
  if (type.kind === 'question' && type.other) question.other = true;
  addForType(question, record, diagnostics);
  listLostCells(record, diagnostics);
  const { sheet, row } = record;
  if (type.lost !== undefined) diagnostics.lose(type.lost, { sheet, row, column: 'type', what: record.get('type') });
  return question;
};
