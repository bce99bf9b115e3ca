// Head of a passage: its recording, at the second at which the passage begins, and the way to the whole transcript.

import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { Button, useClient, useColumn, useMessages, type PagePartProps } from 'src/client/extend.ts';
import { goTo, isRecording, play, RecordingPlayer } from 'src/client/extendMedia.ts';
import { paramOfTab } from 'src/client/extendPage.ts';
import type { Item } from 'src/model/item/Item.ts';
import { playTime } from 'src/model/text/playTime.ts';
import 'src/domain/research/transcripts.css';

interface ListenProps {
  readonly recording: Item;
  readonly start: number;
}

const Listen = ({ recording, start }: ListenProps) => {
  const messages = useMessages();
  const media = useRef<HTMLMediaElement>(null);
  const listen = (): void => {
    goTo(media.current, start);
    play(media.current);
  };
  return (
    <>
      <RecordingPlayer file={recording} media={media} start={start} />
      <p>
        <Button icon="play" variant="solid" intent="primary" size="small" onClick={listen}>
          {messages.format('viewers.transcriptPlay', { at: playTime(start) })}
        </Button>
      </p>
    </>
  );
};

export const PassagePart = observer(({ item }: Pick<PagePartProps, 'item'>) => {
  const { items, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { activity, recording, start } = item;
  const file = typeof recording === 'string' ? items.get(recording) : undefined;
  const isPlayable = file?.state === 'ready' && isRecording(file.item);
  const isInterviewSeen = typeof activity === 'string' && items.get(activity).state === 'ready';
  const openTranscript = (): void =>
    void navigation.open(column, `i-${String(activity)}`, paramOfTab('transcript', item.$id));
  if (!isPlayable && !isInterviewSeen) return null;
  return (
    <section className="kk-stack kk-passage-listen" aria-label={messages.format('transcripts.recording')}>
      {isPlayable && typeof start === 'number' && <Listen key={item.$id} recording={file.item} start={start} />}
      {isInterviewSeen && (
        <p>
          <Button icon="citation" size="small" onClick={openTranscript}>
            {messages.format('transcripts.openWhole')}
          </Button>
        </p>
      )}
    </section>
  );
});
