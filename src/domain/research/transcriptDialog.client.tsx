// The dialog that adds a transcript to an interview: the person chooses a file, looks at what it contains, says which recording it is of and
// who speaks, and starts the task. Nothing is written before the last button.

import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState } from 'react';
import { Band, Button, Dialog, failureText, Loading, useMessages, type ActionDialogProps } from 'src/client/extend.ts';
import { ValuesForm, ValuesModel } from 'src/client/extendForms.ts';
import { useFileChoice } from 'src/client/extendMedia.ts';
import {
  firstChoice,
  importChoice,
  readingChoice,
  transcriptFields,
  useInterviewFacts,
  type InterviewFacts,
} from 'src/domain/research/transcriptChoice.client.ts';
import { TranscriptContents } from 'src/domain/research/transcriptPreview.client.tsx';
import {
  useRecordingLength,
  useTranscriptPreview,
  type TranscriptPreview,
} from 'src/domain/research/useTranscriptPreview.client.ts';
import type { Values } from 'src/model/item/Item.ts';
import 'src/domain/research/transcripts.css';

const TRANSCRIPT_ENDINGS = '.eaf,.vtt,.srt';
const NO_TRANSCRIPT_CHOICE: Values = {};

type PreviewedFile = ReturnType<typeof useTranscriptPreview>;

/** Shows the progress of the upload, and why the file cannot be read. */
const ReadingState = ({ file }: { readonly file: PreviewedFile }) => {
  const messages = useMessages();
  const { upload, sent, reading, preview, failure } = file;
  if (upload === 'failed' || upload === 'missing')
    return (
      <div role="alert">
        <Band tone="danger">{messages.format('transcripts.uploadFailed')}</Band>
      </div>
    );
  if (failure !== undefined)
    return (
      <div role="alert">
        <Band tone="danger">{failureText(messages, failure)}</Band>
      </div>
    );
  if (upload === 'sending' || upload === 'asking')
    return <p role="status">{messages.format('transcripts.sending', { percent: Math.round(sent * 100) })}</p>;
  return reading && !preview ? <Loading /> : null;
};

interface ChoiceFormProps {
  readonly id: string;
  readonly model: ValuesModel;
  readonly preview: TranscriptPreview;
  readonly facts: InterviewFacts;
  readonly submit: () => Promise<void>;
}

const ChoiceForm = observer(({ id, model, preview, facts, submit }: ChoiceFormProps) => {
  const messages = useMessages();
  const fields = useMemo(() => transcriptFields(messages, preview, facts), [messages, preview, facts]);
  return <ValuesForm id={id} model={model} fields={fields} submit={submit} />;
});

/** The choices about one file. They begin when its first preview is there. */
interface OpenChoice {
  readonly of: string;
  readonly model: ValuesModel;
  readonly facts: InterviewFacts;
}

export const TranscriptDialog = observer(({ item, start, close }: ActionDialogProps) => {
  const messages = useMessages();
  const id = useId();
  const [open, setOpen] = useState<OpenChoice>();
  const facts = useInterviewFacts(item);
  const values = open?.model.values ?? NO_TRANSCRIPT_CHOICE;
  const length = useRecordingLength(open?.facts.recordings.find(({ $id }) => $id === values['recording']));
  const file = useTranscriptPreview(item, readingChoice(values, length));
  const { preview, key } = file;
  if (preview && facts && key !== undefined && open?.of !== key)
    setOpen({ of: key, facts, model: new ValuesModel(firstChoice(preview, facts)) });
  const choice = useFileChoice({
    accept: TRANSCRIPT_ENDINGS,
    onFiles: ([first]) => {
      if (!first) return;
      setOpen(undefined);
      file.choose(first);
    },
  });
  const add = async (): Promise<void> => {
    if (!preview || key === undefined) return;
    await start({ upload: key, ...importChoice(values, preview, length), language: messages.intl.locale });
    close();
  };
  const isReady = preview !== undefined && preview.count > 0 && !file.reading;
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('transcripts.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="solid"
            intent="primary"
            disabled={!isReady}
            loading={open?.model.busy ?? false}
          >
            {messages.format('transcripts.apply', { count: preview?.count ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <p>
          <Button icon="document-open" onClick={choice.open}>
            {messages.format(key === undefined ? 'transcripts.choose' : 'transcripts.chooseOther')}
          </Button>{' '}
          <span className="kk-soft">{messages.format('transcripts.kinds')}</span>
          {choice.input}
        </p>
        <ReadingState file={file} />
        {preview && <TranscriptContents preview={preview} />}
        {preview && open && (
          <ChoiceForm key={open.of} id={id} model={open.model} preview={preview} facts={open.facts} submit={add} />
        )}
      </div>
    </Dialog>
  );
});
