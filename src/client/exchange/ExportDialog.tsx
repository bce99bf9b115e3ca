// Dialog that asks what to export and how, then shows progress. The file is written while the dialog is open; closing
// it cancels the export.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { EXPORT_FORMATS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';
import { DISPLAY_FACTS } from 'src/model/generated/displays.ts';
import type { Client } from 'src/client/Client.ts';
import { tableColumns } from 'src/client/displays/tableColumns.ts';
import { chosenColumns } from 'src/client/displays/useColumnChoice.ts';
import {
  exportChoices,
  type ExportChoices,
  type ExportPart,
  type ExportSubject,
} from 'src/client/exchange/exportChoices.ts';
import {
  LeftOut,
  leftOutCount,
  useExportUses,
  purposeFields,
  type ExportUses,
  type UsesAnswer,
} from 'src/client/exchange/exportUses.tsx';
import { saveExport } from 'src/client/exchange/saveExport.ts';
import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useAnswer } from 'src/client/useAnswer.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { hasColumns, hasFiles, isImportable, isPlaceFormat } from 'src/model/wire/exportGroups.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

interface Work {
  /** Bytes that have come; undefined while nothing is written. */
  readonly bytes: number | undefined;
  readonly write: (request: ExportRequest) => Promise<void>;
}

const useWork = (): Work => {
  const { connection, alerts } = useClient();
  const [bytes, setBytes] = useState<number>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const write = async (request: ExportRequest): Promise<void> => {
    const { signal } = (leaving.current = new AbortController());
    setBytes(0);
    try {
      alerts.success('export.done', { name: await saveExport(connection, request, { onBytes: setBytes, signal }) });
    } finally {
      setBytes(undefined);
    }
  };
  return { bytes, write };
};

const COLUMNS = ['shown', 'all'] as const;

interface Wish {
  readonly part: ExportPart['key'];
  readonly format: ExportFormatName;
  readonly columns: 'shown' | 'all';
  readonly relationIds: boolean;
  readonly forEditing: boolean;
  /** Purpose of the export, where records are behind consents. */
  readonly use?: string | undefined;
}

/** Returns the columns that the table shows now. Observable. */
const shownColumns = (store: ListingStore, { preferences }: Client): readonly string[] =>
  tableColumns(store.plan.types, chosenColumns(store, preferences)).map(({ path }) => path);

interface CountedPart {
  /** Undefined for one item. */
  readonly part: ExportPart | undefined;
  /** True when the format is about the places of records. */
  readonly ofPlaces: boolean;
}

const countedPart = ({ parts }: ExportChoices, { part, format }: Pick<Wish, 'part' | 'format'>): CountedPart => ({
  part: parts.find(({ key }) => key === part) ?? parts[0],
  ofPlaces: isPlaceFormat(format),
});

interface ExportCountProps extends CountedPart {
  /** Number of records that consents leave out. */
  readonly leftOut: number;
}

/** Counts the records, and for maps those with a place. */
const ExportCount = ({ part, ofPlaces, leftOut }: ExportCountProps) => {
  const messages = useMessages();
  const { answer } = useAnswer(ofPlaces ? part?.placed : undefined);
  if (!part) return null;
  return (
    <p role="status">
      {messages.format('export.count', { count: part.count - leftOut })}{' '}
      {answer && messages.format('export.countPlaces', { count: answer.total })}
    </p>
  );
};

const exportQuestion = (
  subject: ExportSubject,
  choices: ExportChoices,
  [wish, shown]: readonly [wish: Wish, shown: readonly string[] | undefined],
): ExportRequest => {
  const { format, columns, relationIds, forEditing, use } = wish;
  const asked = 'item' in subject ? { ids: [subject.item.$id] } : (countedPart(choices, wish).part?.asked ?? {});
  return {
    ...{ format, name: choices.name, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...asked,
    ...(hasColumns(format) && columns === 'shown' && shown && { columns: shown }),
    ...(hasColumns(format) && { relationIds }),
    ...(isImportable(format) && { forEditing }),
    ...(use !== undefined && { use }),
  };
};

const ExportProgress = ({ bytes }: { readonly bytes: number }) => {
  const { intl, format } = useMessages();
  return (
    <div>
      <p>
        <span role="status">{format('export.writing')}</span>{' '}
        {bytes > 0 && format('export.progress', { size: fileSize(bytes, intl.locale) })}
      </p>
      <ProgressBar intent="primary" aria-label={format('export.writing')} />
    </div>
  );
};

const formatIn = (enumerated: readonly ExportFormatName[]) => ({ path: 'format', schema: { enum: enumerated } });
const WITH_COLUMNS = formatIn(EXPORT_FORMATS.filter(hasColumns));
const IMPORTABLE = formatIn(EXPORT_FORMATS.filter(isImportable));

const exportFields = (
  messages: Messages,
  { parts, formats }: ExportChoices,
  { hasTable, uses }: { readonly hasTable: boolean; readonly uses: UsesAnswer | undefined },
): readonly FormField[] => [
  ...(parts.length > 1
    ? [
        {
          ...{ name: 'part', label: 'export.what', none: null },
          choices: parts.map(({ key, count }) => [key, messages.format(`export.what.${key}`, { count })] as const),
        },
      ]
    : []),
  {
    ...{ name: 'format', label: 'export.format', none: null },
    choices: formats.map((each) => [each, messages.format(`export.formats.${each}`)]),
  },
  ...(hasTable
    ? [
        {
          ...{ name: 'columns', label: 'export.columns', none: null, when: WITH_COLUMNS },
          choices: COLUMNS.map((each) => [each, messages.format(`export.columns.${each}`)] as const),
        },
      ]
    : []),
  ...purposeFields(uses),
  { name: 'relationIds', label: 'export.relationIds', kind: 'boolean', when: WITH_COLUMNS },
  { name: 'forEditing', label: 'export.forEditing', kind: 'boolean', when: IMPORTABLE },
];

interface ExportDialogProps {
  readonly subject: ExportSubject;
  readonly close: () => void;
}

export const ExportDialog = observer(({ subject, close }: ExportDialogProps) => {
  const client = useClient();
  const messages = useMessages();
  const choices = exportChoices(subject, client, messages);
  const store = 'store' in subject ? subject.store : undefined;
  const initial: Wish = {
    part: choices.parts[0]?.key ?? 'all',
    format: choices.formats[0] ?? 'csv',
    columns: store && DISPLAY_FACTS[store.display].columns ? 'shown' : 'all',
    relationIds: false,
    forEditing: false,
  };
  const { bytes, write } = useWork();
  const uses = useExportUses(subject, choices.parts);
  const usesOfPart = (values: Values): ExportUses => uses(countedPart(choices, { ...initial, ...values }).part?.key);
  const question: Question = {
    title: messages.format('export.title'),
    text: (values) => (
      <>
        <ExportCount
          {...countedPart(choices, { ...initial, ...values })}
          leftOut={leftOutCount({ uses: usesOfPart(values), use: values['use'] }) ?? 0}
        />
        <LeftOut uses={usesOfPart(values)} use={values['use']} />
        <p className="kk-soft">{messages.format('export.hint')}</p>
        {hasFiles({ ...initial, ...values }.format) && <p>{messages.format('export.filesHint')}</p>}
        {bytes !== undefined && <ExportProgress bytes={bytes} />}
      </>
    ),
    ...{ apply: messages.format('export.apply'), stop: 'export.stop' },
    fields: (values) =>
      exportFields(messages, choices, { hasTable: store !== undefined, uses: usesOfPart(values).answer }),
    ready: (values) => usesOfPart(values).isKnown,
    values: { ...initial },
    submit: (answers) => {
      const request = exportQuestion(subject, choices, [
        { ...initial, ...answers },
        store && shownColumns(store, client),
      ]);
      return write({ ...request, language: messages.intl.locale });
    },
  };
  return <AskDialog question={question} close={close} />;
});
