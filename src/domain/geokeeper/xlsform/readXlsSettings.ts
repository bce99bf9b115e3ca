// Reads the sheet `settings` of an XLSForm.

import type { FieldForm, FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { asXlsName, withPlainQuotes, type XlsDiagnostics } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import type { XlsRecord, XlsTable } from 'src/domain/geokeeper/xlsform/xlsTable.ts';

const KEPT_SETTINGS = new Set([
  'form_title',
  'form_id',
  'version',
  'default_language',
  'instance_name',
  'style',
  'form_type',
  'allow_choice_duplicates',
]);

type Settings = Pick<FieldForm, 'title' | 'machineName' | 'version' | 'formType' | 'recordTitle' | 'style'>;

const MACHINE_NAME = /^[A-Za-z0-9_.-]+$/u;

const machineNameOf = (record: XlsRecord | undefined, title: string, diagnostics: XlsDiagnostics): string => {
  const written = record?.get('form_id') ?? '';
  const name = written === '' ? title : written;
  if (MACHINE_NAME.test(name)) return name;
  const plain = asXlsName(name.normalize('NFD').replaceAll(/[^\x20-\x7e]/gu, '')).replaceAll(/^_+|_+$/gu, '');
  const kept = plain === '' ? 'form' : plain;
  if (record && written !== '')
    diagnostics.lose('formId', {
      ...{ sheet: record.sheet, row: record.row, column: 'form_id', what: written },
      params: { name: kept },
    });
  return kept;
};

const styleOf = (record: XlsRecord | undefined, diagnostics: XlsDiagnostics): FieldForm['style'] => {
  const words = (record?.get('style') ?? '').split(/\s+/u).filter((word) => word !== '');
  const known = words.find((word) => word === 'pages' || word === 'list');
  const others = words.filter((word) => word !== known);
  if (record && others.length > 0)
    diagnostics.lose('style', { sheet: record.sheet, row: record.row, column: 'style', what: others.join(' ') });
  return known === 'pages' || known === 'list' ? known : undefined;
};

interface SettingsSource {
  readonly table: XlsTable | undefined;
  /** Name of the file without its ending. */
  readonly fileName: string;
  readonly defaultLanguage: string;
  readonly diagnostics: XlsDiagnostics;
}

export const readXlsSettings = ({ table, fileName, defaultLanguage, diagnostics }: SettingsSource): Settings => {
  const [record, ...others] = table?.records ?? [];
  for (const { sheet, row, filled } of others)
    diagnostics.lose('secondSettings', { sheet, row, what: filled()[0]?.value ?? '' });
  for (const { column, value } of record?.filled() ?? [])
    if (record && !KEPT_SETTINGS.has(column.name))
      diagnostics.lose('setting', { sheet: record.sheet, row: record.row, column: column.heading, what: value });
  const machineName = machineNameOf(record, fileName, diagnostics);
  const title: FormText = record?.text('form_title') ?? { [defaultLanguage]: fileName };
  const [version, recordTitle] = [record?.get('version') ?? '', record?.get('instance_name') ?? ''];
  const style = styleOf(record, diagnostics);
  return {
    ...{ title, machineName, formType: record?.get('form_type') === 'trip' ? 'trip' : 'record' },
    ...(version !== '' && { version }),
    ...(recordTitle !== '' && { recordTitle: withPlainQuotes(recordTitle) }),
    ...(style && { style }),
  };
};
