// Dialog that asks what to export and how, then shows progress. The file is written while the dialog is open; closing
// it cancels the export.

import { Checkbox, ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { DISPLAY_FACTS } from 'src/model/generated/displays.ts';
import type { Client } from 'src/client/Client.ts';
import { messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import { tableColumns } from 'src/client/displays/table/tableColumns.ts';
import { chosenColumns } from 'src/client/displays/table/useColumnChoice.ts';
import {
  exportChoices,
  type ExportChoices,
  type ExportFormat,
  type ExportPart,
  type ExportSubject,
} from 'src/client/exchange/exportChoices.ts';
import { saveExport } from 'src/client/exchange/saveExport.ts';
import 'src/client/intl/laterMessages.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { LabelledSelect } from 'src/client/ui/LabelledSelect.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { isProblem } from 'src/model/problems.ts';
import { fileSize } from 'src/model/text/fileSize.ts';
import 'src/client/search/bulk.css';

interface Work {
  /** Bytes that have come; undefined while nothing is written. */
  readonly bytes: number | undefined;
  readonly failure: unknown;
  readonly start: (request: ExportRequest) => void;
}

const useWork = (close: () => void): Work => {
  const { connection, alerts } = useClient();
  const [bytes, setBytes] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const start = (request: ExportRequest): void => {
    const { signal } = (leaving.current = new AbortController());
    setFailure(undefined);
    setBytes(0);
    saveExport(connection, request, { onBytes: setBytes, signal }).then(
      (name) => {
        alerts.success('export.done', { name });
        close();
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        setBytes(undefined);
        setFailure(thrown);
      },
    );
  };
  return { bytes, failure, start };
};

interface Wish {
  readonly part: ExportPart['key'];
  readonly format: ExportFormat;
  readonly columns: 'shown' | 'all';
  readonly relationIds: boolean;
}

/** Returns the columns that the table shows now. Observable. */
const shownColumns = (store: ListingStore, { preferences }: Client): readonly string[] =>
  tableColumns(store.plan.types, chosenColumns(store, preferences)).map(({ path }) => path);

const exportRequest = (
  subject: ExportSubject,
  { parts, name }: ExportChoices,
  [wish, shown]: readonly [wish: Wish, shown: readonly string[] | undefined],
): ExportRequest => {
  const { format, columns, relationIds } = wish;
  const part = parts.find(({ key }) => key === wish.part) ?? parts[0];
  const asked = 'item' in subject ? { ids: [subject.item.$id] } : (part?.asked ?? {});
  return {
    ...{ format, name, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...asked,
    ...(format !== 'json' && columns === 'shown' && shown && { columns: shown }),
    ...(format !== 'json' && relationIds && { relationIds }),
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

interface FormProps {
  readonly choices: ExportChoices;
  /** Whether the columns can be those of a table. */
  readonly table: boolean;
  readonly wish: Wish;
  readonly setWish: (wish: Wish) => void;
  readonly disabled: boolean;
}

const ExportForm = ({ choices: { parts, formats }, table, wish, setWish, disabled }: FormProps) => {
  const messages = useMessages();
  const isRaw = wish.format === 'json';
  return (
    <>
      {parts.length > 1 && (
        <LabelledSelect
          label={messages.format('export.what')}
          value={wish.part}
          options={parts.map(({ key, count }) => [key, messages.format(`export.what.${key}`, { count })])}
          choose={(part) => setWish({ ...wish, part })}
          disabled={disabled}
        />
      )}
      <LabelledSelect
        label={messages.format('export.format')}
        value={wish.format}
        options={formats.map((each) => [each, messages.format(`export.formats.${each}`)])}
        choose={(format) => setWish({ ...wish, format })}
        disabled={disabled}
      />
      {table && !isRaw && (
        <LabelledSelect
          label={messages.format('export.columns')}
          value={wish.columns}
          options={(['shown', 'all'] as const).map((each) => [each, messages.format(`export.columns.${each}`)])}
          choose={(columns) => setWish({ ...wish, columns })}
          disabled={disabled}
        />
      )}
      {!isRaw && (
        <Checkbox
          checked={wish.relationIds}
          disabled={disabled}
          label={messages.format('export.relationIds')}
          onChange={({ currentTarget }) => setWish({ ...wish, relationIds: currentTarget.checked })}
        />
      )}
    </>
  );
};

const ExportFailure = ({ thrown }: { readonly thrown: unknown }) => {
  const messages = useMessages();
  const params = isProblem(thrown) ? (thrown.params as Record<string, string> | undefined) : undefined;
  return (
    <p role="alert" className="kk-danger">
      {messages.find(messageOfThrown(thrown), params) ?? messages.format('errors.generalFailure')}
    </p>
  );
};

interface ExportDialogProps {
  readonly subject: ExportSubject;
  readonly close: () => void;
}

export const ExportDialog = observer(({ subject, close }: ExportDialogProps) => {
  const client = useClient();
  const messages = useMessages();
  const choices = exportChoices(subject, client, messages);
  const store = 'store' in subject ? subject.store : undefined;
  const [wish, setWish] = useState<Wish>({
    part: choices.parts[0]?.key ?? 'all',
    format: choices.formats[0] ?? 'csv',
    columns: store && DISPLAY_FACTS[store.display].columns ? 'shown' : 'all',
    relationIds: false,
  });
  const { bytes, failure, start } = useWork(close);
  const busy = bytes !== undefined;
  const begin = (): void => {
    const request = exportRequest(subject, choices, [wish, store && shownColumns(store, client)]);
    start({ ...request, language: messages.intl.locale });
  };
  return (
    <Dialog
      open
      title={messages.format('export.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format(busy ? 'export.stop' : 'app.cancel')}</Button>
          <Button intent="primary" variant="solid" disabled={busy} onClick={begin}>
            {messages.format('export.apply')}
          </Button>
        </>
      }
    >
      <div className="kk-bulk-form">
        <ExportForm choices={choices} table={store !== undefined} wish={wish} setWish={setWish} disabled={busy} />
        <p className="kk-soft">{messages.format('export.hint')}</p>
        {busy && <ExportProgress bytes={bytes} />}
        {failure !== undefined && <ExportFailure thrown={failure} />}
      </div>
    </Dialog>
  );
});
