// The dialog that imports an XLSForm: the person chooses a file, sees what the form does not keep, and imports it. On the page of a form it
// replaces the draft; for a program it makes a form. Nothing is written before the last button.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  Band,
  Button,
  Dialog,
  failureText,
  Loading,
  useClient,
  useColumn,
  useMessages,
  type ActionDialogProps,
  type Client,
} from 'src/client/extend.ts';
import { useFileChoice } from 'src/client/extendMedia.ts';
import { useXlsFormPreview, type XlsFormPreview } from 'src/domain/geokeeper/xlsform/useXlsFormPreview.client.ts';
import { XlsFormContents } from 'src/domain/geokeeper/xlsform/xlsFormContents.client.tsx';
import type { Item, Values } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/pageMessages/xlsFormMessages.client.ts';

const XLSFORM_ENDINGS = '.xlsx,.xlsm,.ods';
const XLS_FORM_TYPE = 'GeoKeeperFormDef';

const XlsReadingState = ({ file }: { readonly file: ReturnType<typeof useXlsFormPreview> }) => {
  const messages = useMessages();
  const { upload, sent, reading, preview, failure } = file;
  if (upload === 'failed' || upload === 'missing' || failure !== undefined)
    return (
      <div role="alert">
        <Band tone="danger">
          {failure === undefined ? messages.format('xlsForm.uploadFailed') : failureText(messages, failure)}
        </Band>
      </div>
    );
  if (upload === 'sending' || upload === 'asking')
    return <p role="status">{messages.format('xlsForm.sending', { percent: Math.round(sent * 100) })}</p>;
  return reading && !preview ? <Loading /> : null;
};

const xlsTextOf = (text: unknown, language: string): string => {
  const texts = (text ?? {}) as Readonly<Record<string, string>>;
  return texts[language] ?? Object.values(texts)[0] ?? '';
};

/** Returns the values of a new form definition in a program. */
const newFormValues = (program: Item, { form }: XlsFormPreview): Values => ({
  label: xlsTextOf(form['title'], String(form['defaultLanguage'])),
  program: program.$id,
  formType: form['formType'] ?? 'record',
  machineName: form['machineName'] ?? '',
  form,
});

const saveForm = async ({ items }: Client, item: Item, preview: XlsFormPreview): Promise<Item> =>
  item._t === XLS_FORM_TYPE
    ? await items.update({ $id: item.$id, _u: item._u, form: preview.form })
    : await items.create(XLS_FORM_TYPE, newFormValues(item, preview));

export const XlsFormDialog = observer(({ item, close }: Pick<ActionDialogProps, 'item' | 'close'>) => {
  const client = useClient();
  const column = useColumn();
  const messages = useMessages();
  const { format } = messages;
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const file = useXlsFormPreview(item);
  const { preview, key } = file;
  const choice = useFileChoice({
    accept: XLSFORM_ENDINGS,
    onFiles: ([first]) => {
      setRefusal(undefined);
      if (first) file.choose(first);
    },
  });
  const save = async (): Promise<void> => {
    if (!preview) return;
    setSaving(true);
    setRefusal(undefined);
    try {
      const saved = await saveForm(client, item, preview);
      close();
      if (saved.$id !== item.$id) void client.navigation.open(column, `i-${saved.$id}`);
    } catch (error) {
      setRefusal(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      size="wide"
      title={format('xlsForm.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{format('app.cancel')}</Button>
          <Button
            variant="solid"
            intent="primary"
            disabled={preview?.problemCount !== 0 || file.reading}
            loading={isSaving}
            onClick={() => void save()}
          >
            {format('xlsForm.import')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <p>
          <Button icon="document-open" onClick={choice.open}>
            {format(key === undefined ? 'xlsForm.choose' : 'xlsForm.chooseOther')}
          </Button>{' '}
          <span className="kk-soft">{format('xlsForm.kinds')}</span>
          {choice.input}
        </p>
        <XlsReadingState file={file} />
        {refusal !== undefined && (
          <div role="alert">
            <Band tone="danger">{failureText(messages, refusal)}</Band>
          </div>
        )}
        {preview && <XlsFormContents preview={preview} />}
        {preview?.problemCount === 0 && item._t === XLS_FORM_TYPE && <p>{format('xlsForm.replaces')}</p>}
      </div>
    </Dialog>
  );
});
