// Reads the choice lists of an XLSForm: the sheet `choices`, and `external_choices`, which has the same columns.

import type { Choice, ChoiceList } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mediaOf } from 'src/domain/geokeeper/xlsform/readXlsText.ts';
import type { XlsDiagnostics } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import type { XlsRecord, XlsTable } from 'src/domain/geokeeper/xlsform/xlsTable.ts';

const CHOICE_COLUMNS = new Set(['list_name', 'name', 'label', 'media::image', 'media::audio', 'media::video']);

interface ChoicesInProgress {
  readonly lists: Map<string, Choice[]>;
  readonly names: Map<string, Set<string>>;
  readonly diagnostics: XlsDiagnostics;
  readonly mayRepeat: boolean;
}

const xlsChoiceOf = (record: XlsRecord): Choice => {
  const columns = record
    .filled()
    .filter(({ column }) => !CHOICE_COLUMNS.has(column.name) && column.name !== 'media::big-image')
    .map(({ column, value }) => [column.heading, value] as const);
  const media = mediaOf(record);
  return {
    ...{ name: record.get('name'), label: record.text('label') ?? {} },
    ...(media && { media }),
    ...(columns.length > 0 && { columns: Object.fromEntries(columns) }),
  };
};

const addChoice = (record: XlsRecord, { lists, names, diagnostics, mayRepeat }: ChoicesInProgress): void => {
  const { sheet, row } = record;
  const [list, name] = [record.get('list_name'), record.get('name')];
  if (list === '' || name === '') {
    const what = record.filled().map(({ value }) => value);
    diagnostics.lose('incompleteChoice', { sheet, row, what: what.join(' | ') });
    return;
  }
  const bigImage = record.get('media::big-image');
  if (bigImage !== '') diagnostics.lose('bigImage', { sheet, row, column: 'media::big-image', what: bigImage });
  const used = names.get(list) ?? new Set();
  names.set(list, used);
  if (used.has(name) && !mayRepeat) diagnostics.refuse('repeatedChoice', { sheet, row, what: name, params: { list } });
  used.add(name);
  const choices = lists.get(list) ?? [];
  lists.set(list, choices);
  choices.push(xlsChoiceOf(record));
};

export const readXlsChoices = (
  tables: readonly XlsTable[],
  diagnostics: XlsDiagnostics,
  mayRepeat: boolean,
): Record<string, ChoiceList> => {
  const progress: ChoicesInProgress = { lists: new Map(), names: new Map(), diagnostics, mayRepeat };
  for (const table of tables) for (const record of table.records) addChoice(record, progress);
  return Object.fromEntries([...progress.lists].map(([name, choices]) => [name, { choices }]));
};
