// The dialog that adds a transcript to an interview: the person chooses a file, looks at what it contains, says which recording it is of and
// who speaks, and starts the task. Nothing is written before the last button.

import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState } from 'react';
import {
  Band,
  Button,
  Dialog,
  failureText,
  Loading,
  useClient,
  useMessages,
  type ActionDialogProps,
  type Messages,
} from 'src/client/extend.ts';
import { useLiveModel, ValuesForm, type FormField } from 'src/client/extendForms.ts';
import { fileTitle, isRecording, useFileChoice } from 'src/client/extendMedia.ts';
import { idsOfFiles } from 'src/client/extendPage.ts';
import { TranscriptContents } from 'src/domain/research/transcriptPreview.client.tsx';
import {
  useRecordingLength,
  useTranscriptPreview,
  type TranscriptPreview,
} from 'src/domain/research/useTranscriptPreview.client.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';
import 'src/domain/research/transcripts.css';

const TRANSCRIPT_ENDINGS = '.eaf,.vtt,.srt';
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'macintosh', 'utf-16le', 'utf-16be'] as const;
/** Speakers who can be matched with respondents here. Others keep their names. */
const MOST_SPEAKERS = 30;
const FIRST_ACCESS = 'PROTECTED';

type SpeakerField = `speaker${number}`;

/** Choices of the person. Respondents are named by the position of their speaker, as in `speaker0`. */
interface TranscriptChoice {
  readonly [respondent: SpeakerField]: string | undefined;
  readonly recording?: string;
  readonly access: string;
  readonly encoding?: (typeof ENCODINGS)[number];
  readonly translations?: readonly string[];
}

const speakerField = (at: number): SpeakerField => `speaker${at}`;

/** Returns the recordings of the interview. Observable. */
const useInterviewRecordings = (item: Item): readonly Item[] => {
  const { items } = useClient();
  return idsOfFiles(item['attachments']).flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' && isRecording(loaded.item) ? [loaded.item] : [];
  });
};

/** Returns the recording that the file names, or the only one. */
const recordingOfFile = (recordings: readonly Item[], preview: TranscriptPreview | undefined): string | undefined => {
  const named = recordings.find((each) => fileTitle(each) === preview?.media);
  return (named ?? (recordings.length === 1 ? recordings[0] : undefined))?.$id;
};

/** Returns the respondent of the interview who has the name of the speaker. Observable. */
const useRespondents = (item: Item, preview: TranscriptPreview | undefined): Partial<TranscriptChoice> => {
  const { items } = useClient();
  const names = idsIn(item['respondents']).map((id) => [foldText(items.label(id) ?? ''), id] as const);
  const pairs = (preview?.speakers ?? []).slice(0, MOST_SPEAKERS).flatMap(({ name, participant = name }, at) => {
    const found = names.find(([label]) => label !== '' && [foldText(name), foldText(participant)].includes(label));
    return found ? [[speakerField(at), found[1]] as const] : [];
  });
  return Object.fromEntries(pairs);
};

const transcriptFields = (
  { format }: Messages,
  { preview, recordings }: { readonly preview: TranscriptPreview; readonly recordings: readonly Item[] },
): readonly FormField[] => {
  const whole = preview.furtherTiers.filter(({ isWhole }) => isWhole);
  return [
    ...(recordings.length > 0
      ? [
          {
            ...{ name: 'recording', label: 'transcripts.recording', none: 'transcripts.noRecording' },
            choices: recordings.map((each) => [each.$id, fileTitle(each)] as const),
          },
        ]
      : []),
    {
      ...{ name: 'access', label: 'transcripts.access', none: null, help: 'transcripts.accessHelp' },
      choices: LEVELS.map((level) => [level, format(`levels.${level}`)] as const),
    },
    ...(whole.length > 0
      ? [
          {
            ...{ name: 'translations', label: 'transcripts.translations', many: true },
            choices: whole.map(({ name }) => [name, name] as const),
          },
        ]
      : []),
    {
      ...{ name: 'encoding', label: 'transcripts.encoding', none: 'transcripts.asTheFile' },
      choices: ENCODINGS.map((each) => [each, each] as const),
    },
    ...preview.speakers.slice(0, MOST_SPEAKERS).map(({ name, count }, at): FormField => ({
      ...{ name: speakerField(at), kind: 'relation', rel: { to: ['CommunityMember'], onDelete: 'null' } },
      label: format('transcripts.speaker', { name: name || format('transcripts.unnamed'), count }),
    })),
  ];
};

interface ChosenFile {
  readonly preview: TranscriptPreview;
  readonly key: string;
  readonly length: number | undefined;
}

const importInput = (
  { recording, access, encoding, ...choice }: TranscriptChoice,
  { preview, key, length }: ChosenFile,
): Values => ({
  ...{ upload: key, access },
  ...(recording !== undefined && { recording }),
  ...(encoding !== undefined && { encoding }),
  ...(length !== undefined && { length }),
  translations: preview.furtherTiers.flatMap(({ name, role }) => (role === 'translation' ? [name] : [])),
  speakers: preview.speakers.flatMap(({ name }, at) => {
    const respondent = choice[speakerField(at)];
    return typeof respondent === 'string' && respondent !== '' ? [{ name, respondent }] : [];
  }),
});

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

export const TranscriptDialog = observer(({ item, start, close }: ActionDialogProps) => {
  const messages = useMessages();
  const id = useId();
  const [chosen, setChosen] = useState<Partial<TranscriptChoice>>({});
  const recordings = useInterviewRecordings(item);
  const [named, setNamed] = useState<string>();
  const recordingId = 'recording' in chosen ? chosen.recording : named;
  const length = useRecordingLength(recordings.find(({ $id }) => $id === recordingId));
  const { encoding, translations } = chosen;
  const file = useTranscriptPreview(item, {
    ...(encoding !== undefined && { encoding }),
    ...(length !== undefined && { length }),
    ...(translations !== undefined && { translations: [...translations] }),
  });
  const { preview, key } = file;
  const found = recordingOfFile(recordings, preview);
  if (found !== named) setNamed(found);
  const respondents = useRespondents(item, preview);
  const guessed = preview?.furtherTiers.flatMap(({ name, role }) => (role === 'translation' ? [name] : []));
  const values: TranscriptChoice = {
    ...respondents,
    ...{ access: FIRST_ACCESS, ...(named !== undefined && { recording: named }) },
    ...(guessed && { translations: guessed }),
    ...chosen,
  };
  const fields = useMemo(
    () => (preview ? transcriptFields(messages, { preview, recordings }) : []),
    [messages, preview, recordings],
  );
  const model = useLiveModel({
    ...{ fields, values },
    set: (changes: Partial<TranscriptChoice>) => setChosen((before) => ({ ...before, ...changes })),
  });
  const choice = useFileChoice({
    accept: TRANSCRIPT_ENDINGS,
    onFiles: ([first]) => {
      if (!first) return;
      setChosen({});
      file.choose(first);
    },
  });
  const add = async (): Promise<void> => {
    if (!preview || key === undefined) return;
    await start({ ...importInput(values, { preview, key, length }), language: messages.intl.locale });
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
          <Button type="submit" form={id} variant="solid" intent="primary" disabled={!isReady} loading={model.busy}>
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
        {preview && <ValuesForm id={id} model={model} fields={fields} submit={add} />}
      </div>
    </Dialog>
  );
});
