// The dialog that imports records of ODK Central or KoboToolbox into a form. The person chooses the form and the files, sees what the import
// would do, and starts it. The import goes on when the dialog is closed.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Band, Button, Dialog, failureText, useClient, useMessages } from 'src/client/extend.ts';
import { LiveForm } from 'src/client/extendForms.ts';
import { FileDrop, RunResult, SendingProgress } from 'src/client/extendImports.ts';
import { ImportSummary } from 'src/domain/geokeeper/imports/importSummary.client.tsx';
import { useImportPreview } from 'src/domain/geokeeper/imports/useImportPreview.client.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

const EXPORT_ENDINGS = '.zip,.csv,.xlsx';
const MEDIA_ENDINGS = '.zip';
const FORM_DEFINITION = 'GeoKeeperFormDef';

interface ImportRecordsProps {
  /** The form of the records; the person chooses one when it is undefined. */
  readonly form?: ItemId;
  readonly close: () => void;
}

interface FormChoiceProps {
  readonly form: ItemId | undefined;
  readonly choose: (form: ItemId | undefined) => void;
}

const FormChoice = ({ form, choose }: FormChoiceProps) => (
  <LiveForm
    className="kk-geo-form"
    fields={[
      {
        ...{ name: 'form', label: 'fieldImport.form', kind: 'relation', required: true },
        rel: { to: [FORM_DEFINITION], onDelete: 'null' },
      },
    ]}
    values={{ form }}
    set={(changes) => choose(typeof changes.form === 'string' ? changes.form : undefined)}
  />
);

type ImportFiles = ReturnType<typeof useImportPreview>;

const ChosenFiles = observer(({ files }: { readonly files: ImportFiles }) => {
  const messages = useMessages();
  const { file, media, isReading, failure } = files;
  return (
    <>
      <FileDrop
        accept={EXPORT_ENDINGS}
        hint={messages.format('fieldImport.kinds')}
        isChosen={file.key !== undefined}
        choose={file.choose}
      />
      <SendingProgress state={file.state} sent={file.sent} isReading={isReading} />
      {file.state === 'done' && (
        <details open={media.key !== undefined}>
          <summary>{messages.format('fieldImport.media')}</summary>
          <FileDrop
            accept={MEDIA_ENDINGS}
            hint={messages.format('fieldImport.mediaHint')}
            isChosen
            choose={media.choose}
          />
          <SendingProgress state={media.state} sent={media.sent} isReading={false} />
        </details>
      )}
      {failure !== undefined && (
        <div role="alert">
          <Band tone="danger">{failureText(messages, failure)}</Band>
        </div>
      )}
    </>
  );
});

export const ImportRecordsDialog = observer(({ form: given, close }: ImportRecordsProps) => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  const [chosen, choose] = useState(given);
  const [isStarting, setStarting] = useState(false);
  const form = chosen === undefined ? undefined : tryParseItemId(chosen);
  const files = useImportPreview(form);
  const { preview, input } = files;
  const asyncKey = `fieldImport.${input?.upload ?? ''}`;
  const task = input && tasks.all.find((each) => each.asyncKey === asyncKey);
  const start = async (): Promise<void> => {
    if (!input || !form) return;
    setStarting(true);
    try {
      await tasks.run('importFieldRecords', { _t: form.type, _i: form.number, ...input }, { asyncKey });
    } catch (error) {
      alerts.error(error);
    } finally {
      setStarting(false);
    }
  };
  const another = (): void => {
    files.file.forget();
    files.media.forget();
  };
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('fieldImport.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format(task ? 'app.close' : 'app.cancel')}</Button>
          {!task && (
            <Button
              variant="solid"
              intent="primary"
              disabled={!preview || preview.records === 0 || files.isReading}
              loading={isStarting}
              onClick={() => void start()}
            >
              {messages.format('fieldImport.import')}
            </Button>
          )}
        </>
      }
    >
      <div className="kk-stack">
        {task ? (
          <RunResult task={task} sheet={undefined} another={another} />
        ) : (
          <>
            <p>{messages.format('fieldImport.hint')}</p>
            {given === undefined && <FormChoice form={chosen} choose={choose} />}
            {form && <ChosenFiles files={files} />}
            {preview && <ImportSummary preview={preview} />}
          </>
        )}
      </div>
    </Dialog>
  );
});
