// Reads an XLSForm as a form. Everything that the form does not keep is listed with its place in the file.

import type { FieldForm, Question, RecordMapping } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { readXlsChoices } from 'src/domain/geokeeper/xlsform/readXlsChoices.ts';
import { readXlsSettings } from 'src/domain/geokeeper/xlsform/readXlsSettings.ts';
import { readXlsSurvey } from 'src/domain/geokeeper/xlsform/readXlsSurvey.ts';
import {
  XlsDiagnostics,
  XLS_FORM_BOUNDS,
  type ReadXlsForm,
  type XlsSheet,
} from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { languageOfHeading, XLS_NO_LANGUAGE } from 'src/domain/geokeeper/xlsform/xlsLanguages.ts';
import { languagesIn, xlsTable, type TagOf, type XlsTable } from 'src/domain/geokeeper/xlsform/xlsTable.ts';

const sheetNamed = (sheets: readonly XlsSheet[], name: string): XlsSheet | undefined =>
  sheets.find((sheet) => sheet.name.trim().toLowerCase() === name);

interface Languages {
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly tagOf: TagOf;
}

/** Returns the languages of the form in the order of the headings. The setting `default_language` names that of texts without a language. */
const readLanguages = (sheets: readonly XlsSheet[], diagnostics: XlsDiagnostics): Languages => {
  const settings = sheetNamed(sheets, 'settings');
  const written = settings && xlsTable(settings, 'settings', () => XLS_NO_LANGUAGE).records[0]?.get('default_language');
  const plain = languageOfHeading(written ?? '').tag;
  const found: string[] = [];
  for (const kind of ['survey', 'choices'])
    for (const sheet of sheets.filter(({ name }) => name.trim().toLowerCase() === kind))
      for (const heading of languagesIn(sheet, kind)) {
        const { tag, isKnown } = languageOfHeading(heading);
        const kept = tag === XLS_NO_LANGUAGE ? plain : tag;
        if (found.includes(kept)) continue;
        found.push(kept);
        if (!isKnown) diagnostics.lose('language', { sheet: sheet.name, what: heading, params: { tag } });
      }
  const isPlain = found.every((tag) => tag === XLS_NO_LANGUAGE);
  const defaultLanguage = written
    ? plain
    : found.includes(XLS_NO_LANGUAGE)
      ? XLS_NO_LANGUAGE
      : (found[0] ?? XLS_NO_LANGUAGE);
  // Texts without a language come first, because their columns do when the form is written.
  const ordered = [
    ...found.filter((tag) => tag === XLS_NO_LANGUAGE),
    ...found.filter((tag) => tag !== XLS_NO_LANGUAGE),
  ];
  return {
    languages: isPlain ? [] : found.includes(defaultLanguage) ? ordered : [defaultLanguage, ...ordered],
    defaultLanguage: isPlain ? XLS_NO_LANGUAGE : defaultLanguage,
    tagOf: (language) => {
      const { tag } = languageOfHeading(language ?? '');
      if (tag !== XLS_NO_LANGUAGE) return tag;
      return isPlain ? XLS_NO_LANGUAGE : plain;
    },
  };
};

const KNOWN_SHEETS = new Set(['survey', 'choices', 'external_choices', 'settings', 'mappings']);

/** Lists sheets that are not read. Names that begin with `_` are notes of the author. */
const listUnusedSheets = (sheets: readonly XlsSheet[], diagnostics: XlsDiagnostics): void => {
  for (const { name, rows } of sheets) {
    const key = name.trim().toLowerCase();
    if (KNOWN_SHEETS.has(key) || rows.length === 0) continue;
    if (key === 'entities')
      for (const { row, cells } of rows.slice(1))
        diagnostics.lose('entities', { sheet: name, row, what: cells.find((cell) => cell !== '') ?? '' });
    else diagnostics.lose('sheet', { sheet: name, what: name, params: { count: rows.length } });
  }
};

/** The sheet `mappings` is an addition of this program: each row fills one path of a type. */
const readMappings = ({ records }: XlsTable): readonly RecordMapping[] => {
  const mappings = new Map<
    string,
    { type: string; repeat?: string; values: Record<string, RecordMapping['values'][string]> }
  >();
  for (const record of records) {
    const [type, repeat, path] = [record.get('type'), record.get('repeat'), record.get('path')];
    const number = record.get('mapping');
    const mapping = mappings.get(number) ?? { type, ...(repeat !== '' && { repeat }), values: {} };
    mappings.set(number, mapping);
    const question = record.get('question');
    const isGeneral = record.get('generalised') === 'yes';
    if (path !== '')
      mapping.values[path] =
        question === '' ? { constant: record.get('constant') } : { question, ...(isGeneral && { generalised: true }) };
  }
  return [...mappings.values()];
};

const xlsCountOf = (questions: readonly Question[]): number =>
  questions.reduce((sum, { questions: inner }) => sum + 1 + (inner ? xlsCountOf(inner) : 0), 0);

/** Returns the number of bytes of a JSON text in UTF-8. */
const utf8Length = (json: string): number => encodeURIComponent(json).replaceAll(/%../gu, '.').length;

const checkSize = (form: FieldForm, diagnostics: XlsDiagnostics, sheet: string): void => {
  if (xlsCountOf(form.questions) === 0 && diagnostics.problems.length === 0)
    diagnostics.refuse('noQuestions', { sheet, what: '' });
  if (utf8Length(JSON.stringify(form)) > XLS_FORM_BOUNDS.formBytes)
    diagnostics.refuse('tooLarge', { sheet, what: '', params: { max: XLS_FORM_BOUNDS.formBytes / 1_000_000 } });
};

const listRepeatedColumns = (tables: readonly (XlsTable | undefined)[], diagnostics: XlsDiagnostics): void => {
  for (const table of tables)
    for (const { heading } of table?.repeated ?? [])
      diagnostics.lose('repeatedColumn', { sheet: table?.sheet ?? '', column: heading, what: heading });
};

/** A workbook without a sheet `survey` is no XLSForm. */
export const isXlsForm = (sheets: readonly XlsSheet[]): boolean => sheetNamed(sheets, 'survey') !== undefined;

/** Returns the form of a workbook that has a sheet `survey`. `fileName` is that of the file, without its ending. */
export const readXlsForm = (sheets: readonly XlsSheet[], fileName: string): ReadXlsForm => {
  const diagnostics = new XlsDiagnostics();
  const { languages, defaultLanguage, tagOf } = readLanguages(sheets, diagnostics);
  const tableOf = (name: string, kind = name, tags = tagOf): XlsTable | undefined => {
    const sheet = sheetNamed(sheets, name);
    return sheet && xlsTable(sheet, kind, tags);
  };
  const settings = tableOf('settings', 'settings', (language) =>
    language === undefined ? defaultLanguage : tagOf(language),
  );
  const survey = tableOf('survey') ?? { sheet: 'survey', columns: [], records: [], repeated: [] };
  const choices = [tableOf('choices'), tableOf('external_choices', 'choices')];
  listUnusedSheets(sheets, diagnostics);
  listRepeatedColumns([survey, ...choices, settings], diagnostics);
  const mayRepeat = /^(?:yes|true)$/iu.test(settings?.records[0]?.get('allow_choice_duplicates') ?? '');
  const lists = readXlsChoices(
    choices.filter((table) => table !== undefined),
    diagnostics,
    mayRepeat,
  );
  const { questions, rowOf } = readXlsSurvey(survey, lists, diagnostics);
  const mappingTable = tableOf('mappings');
  const mappings = mappingTable ? readMappings(mappingTable) : [];
  const form: FieldForm = {
    ...readXlsSettings({ table: settings, fileName, defaultLanguage, diagnostics }),
    ...{ languages, defaultLanguage, lists, questions },
    ...(mappings.length > 0 && { mappings }),
  };
  checkSize(form, diagnostics, survey.sheet);
  return { form, losses: diagnostics.losses, problems: diagnostics.problems, rowOf };
};
