// Takes a table that is chosen or dropped, shows how far it is sent, and asks how to read it.

import { observer } from 'mobx-react-lite';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { FileDrop, SendingProgress } from 'src/client/geoFiles/FileDrop.tsx';
import { ChooseCrs } from 'src/client/geoFiles/GeoFileIntake.tsx';
import { TEXT_ENCODINGS } from 'src/client/geoFiles/referenceSystems.ts';
import { PlacesPreview } from 'src/client/tableImport/PlacesPreview.tsx';
import type { Table, TableChoices } from 'src/client/tableImport/useTable.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { ImportSheet } from 'src/model/generated/wire.ts';

const TABLE_ENDINGS = '.csv,.tsv,.txt,.xlsx,.ods,.json,.zip,.kml,.kmz,.gpx,.gpkg,.geojson';
const TABLE_ENCODINGS = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const;
const TABLE_DELIMITERS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;

interface TableProps {
  readonly table: Table;
}

const shapefileEncoding = (): FormField => ({
  ...{ name: 'encoding', label: 'importPlaces.encoding', none: 'importPlaces.asTheFile' },
  choices: TEXT_ENCODINGS.map((each) => [each, each]),
});

const encodingField = (messages: Messages): FormField => ({
  ...{ name: 'encoding', label: 'importTable.encoding', none: 'importTable.asRead' },
  choices: TABLE_ENCODINGS.map((each) => [each, messages.format(`importTable.encodings.${each}`)]),
});

const delimiterField = (messages: Messages): FormField => ({
  ...{ name: 'delimiter', label: 'importTable.delimiter', none: 'importTable.asRead' },
  choices: TABLE_DELIMITERS.map(([key, name]) => [key, messages.format(`importTable.delimiters.${name}`)]),
});

const sheetField = ({ sheets }: ImportSheet, messages: Messages): FormField => ({
  ...{ name: 'sheet', label: 'importTable.sheet', none: null },
  choices: sheets.map(({ name, hidden }) => [
    name,
    hidden ? messages.format('importTable.hiddenSheet', { name }) : name,
  ]),
});

const HEADER_ROW: FormField = {
  ...{ name: 'headerRow', label: 'importTable.headerRow', kind: 'integer', minimum: 1, maximum: 1_000 },
};

/** Fields that apply to a file of this format. */
const readingFields = (sheet: ImportSheet, messages: Messages): readonly FormField[] => [
  ...(sheet.sheets.length > 1 ? [sheetField(sheet, messages)] : []),
  ...(sheet.delimiter === undefined ? [] : [delimiterField(messages)]),
  ...(sheet.encoding === undefined ? [] : [sheet.geographic ? shapefileEncoding() : encodingField(messages)]),
  ...(sheet.headerRow > 0 ? [HEADER_ROW] : []),
];

interface ReadingProps extends TableProps {
  readonly sheet: ImportSheet;
}

/** Shows how the file was read, with the fields to change it. */
export const TableReading = observer(({ table, sheet }: ReadingProps) => {
  const messages = useMessages();
  const { choices, read } = table;
  const fields = readingFields(sheet, messages);
  const { name, format, rows, notes, preview } = sheet;
  return (
    <>
      {preview ? (
        <PlacesPreview table={table} preview={preview} />
      ) : (
        <>
          <p>
            <bdi className="kk-strong">{name}</bdi> · {format} · {messages.format('importTable.rows', { count: rows })}
          </p>
          {notes.map((note) => (
            <Band key={note}>{messages.find(note) ?? note}</Band>
          ))}
        </>
      )}
      {fields.length > 0 && (
        <details className="kk-table-reading" open={sheet.sheets.length > 1}>
          <summary>{messages.format('importTable.reading')}</summary>
          <LiveForm
            className="kk-geo-form"
            fields={fields}
            values={{ sheet: sheet.sheet, headerRow: sheet.headerRow, ...choices }}
            set={(changes: Partial<TableChoices>) => read({ ...choices, ...changes })}
          />
        </details>
      )}
    </>
  );
});

/** A refusal names the choice that would help. */
const TableFailure = observer(({ table }: TableProps) => {
  const messages = useMessages();
  const { failure, choices, read } = table;
  if (!failure) return null;
  const { id, params, path } = failure;
  const fields = [
    ...(path === '/encoding' ? [encodingField(messages)] : []),
    ...(path === '/delimiter' ? [delimiterField(messages)] : []),
    ...(path === '/headerRow' ? [HEADER_ROW] : []),
  ];
  return (
    <div role="alert" className="kk-stack">
      <Band
        tone="danger"
        actions={
          path === '' && (
            <Button size="small" icon="refresh" onClick={table.again}>
              {messages.format('app.tryAgain')}
            </Button>
          )
        }
      >
        {messages.find(id, params) ?? messages.format('errors.generalFailure')}
      </Band>
      {path === '/crs' && <ChooseCrs crs={choices.crs} read={(crs) => read({ ...choices, crs })} />}
      {fields.length > 0 && (
        <LiveForm
          className="kk-geo-form"
          fields={fields}
          values={choices}
          set={(changes) => read({ ...choices, ...changes })}
        />
      )}
    </div>
  );
});

export const TableIntake = observer(({ table }: TableProps) => {
  const { file, isReading, choose } = table;
  const messages = useMessages();
  return (
    <div className="kk-stack">
      <FileDrop
        accept={TABLE_ENDINGS}
        hint={messages.format('importTable.formats')}
        isChosen={file.key !== undefined}
        choose={choose}
      />
      <SendingProgress state={file.state} sent={file.sent} isReading={isReading} />
      <TableFailure table={table} />
    </div>
  );
});
