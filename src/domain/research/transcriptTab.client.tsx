// The transcript of an interview: the player of its recording, and the passages that the reader may see, in the order of their times. The
// address can name a passage, from which the recording then plays.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { Empty, Loading, PartFailed, useAnswer, useClient, useMessages } from 'src/client/extend.ts';
import { LiveForm } from 'src/client/extendForms.ts';
import { fileTitle, goTo, isRecording, play, RecordingPlayer } from 'src/client/extendMedia.ts';
import { idsOfFiles } from 'src/client/extendPage.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { PASSAGE_TYPE } from 'src/domain/research/passageType.ts';
import { PassageList } from 'src/domain/research/passageList.client.tsx';
import { TranscriptTools } from 'src/domain/research/transcriptTools.client.tsx';
import 'src/domain/research/transcripts.css';

/** Passages whose ids are read at once. Longer transcripts are read in the list of passages. */
const MOST_PASSAGES = 5_000;

/** Returns the recordings among the files of the interview that the reader may see. Observable. */
const useRecordings = (item: Item): readonly Item[] | undefined => {
  const { items } = useClient();
  const files = idsOfFiles(item['attachments']).map((id) => items.get(id));
  if (files.some(({ state }) => state === 'loading')) return undefined;
  return files.flatMap((file) => (file.state === 'ready' && isRecording(file.item) ? [file.item] : []));
};

interface NamedPassage {
  readonly start: number | undefined;
  readonly recording: ItemId | undefined;
  readonly isLoading: boolean;
}

/** Returns the time of the passage that the address names, and its recording. Observable. */
const useNamedPassage = (id: string | undefined): NamedPassage => {
  const { items } = useClient();
  const loaded = id === undefined ? undefined : items.get(id);
  const passage = loaded?.state === 'ready' ? loaded.item : undefined;
  const [start, recording] = [passage?.['start'], passage?.['recording']];
  return {
    start: typeof start === 'number' ? start : undefined,
    recording: typeof recording === 'string' ? recording : undefined,
    isLoading: loaded?.state === 'loading',
  };
};

interface TranscriptProps {
  readonly item: Item;
  readonly recordings: readonly Item[];
  readonly within: string | undefined;
}

const InterviewTranscript = observer(({ item, recordings, within }: TranscriptProps) => {
  const messages = useMessages();
  const media = useRef<HTMLMediaElement>(null);
  const named = useNamedPassage(within);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => setChosen(undefined), [within]);
  const wanted = chosen ?? named.recording;
  const recording = recordings.find(({ $id }) => $id === wanted) ?? recordings[0];
  const must = {
    ...{ _t: [PASSAGE_TYPE], activity: [item.$id] },
    ...(recording && recordings.length > 1 && { recording: [recording.$id] }),
  };
  const sort = [{ key: 'start', order: 'asc' as const }];
  const { answer, failure, again } = useAnswer({ must, sort, max: MOST_PASSAGES }, [PASSAGE_TYPE]);
  const playFrom = (seconds: number): void => {
    goTo(media.current, seconds);
    play(media.current);
  };
  if (named.isLoading) return <Loading />;
  return (
    <>
      {recordings.length > 1 && (
        <LiveForm
          fields={[
            {
              ...{ name: 'recording', label: 'transcripts.recording', none: null },
              choices: recordings.map((each) => [each.$id, fileTitle(each)]),
            },
          ]}
          values={{ recording: recording?.$id }}
          set={(changes) => typeof changes.recording === 'string' && setChosen(changes.recording)}
        />
      )}
      {recording && <RecordingPlayer key={recording.$id} file={recording} media={media} start={named.start} />}
      {!answer && failure === undefined && <Loading />}
      {failure !== undefined && <PartFailed message="transcripts.failed" failure={failure} again={again} />}
      {answer && answer.total === 0 && (
        <Empty icon="citation" title={messages.format('transcripts.none')}>
          {messages.format('transcripts.noneHint')}
        </Empty>
      )}
      {answer && answer.ids.length > 0 && (
        <PassageList
          ids={answer.ids}
          total={answer.total}
          named={within}
          media={media}
          recording={recording?.$id}
          playFrom={recording ? playFrom : undefined}
        />
      )}
    </>
  );
});

interface TranscriptPageProps {
  readonly item: Item;
  /** Id of the passage that the address names. */
  readonly within: string | undefined;
}

export const TranscriptPage = observer(({ item, within }: TranscriptPageProps) => {
  const recordings = useRecordings(item);
  return (
    <section className="kk-stack kk-transcript">
      <TranscriptTools item={item} />
      {recordings ? (
        <InterviewTranscript key={item.$id} item={item} recordings={recordings} within={within} />
      ) : (
        <Loading />
      )}
    </section>
  );
});
