// Takes one file that is chosen or dropped, and shows how much of it is sent.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useState, type DragEvent } from 'react';
import { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
import type { UploadState } from 'src/client/upload/UploadStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/geoFiles/geoFiles.css';

interface FileDropProps {
  /** Endings of the files that the dialog of the browser offers. */
  readonly accept: string;
  readonly hint: string;
  readonly isChosen: boolean;
  /** True where the file is not the main purpose of the page. */
  readonly isMinor?: boolean;
  readonly choose: (file: File) => void;
}

export const FileDrop = observer(({ accept, hint, isChosen, isMinor = false, choose }: FileDropProps) => {
  const messages = useMessages();
  const [over, setOver] = useState(false);
  const take = ([first]: readonly File[]): void => {
    if (first) choose(first);
  };
  const choice = useFileChoice({ accept, onFiles: take });
  const drag = (event: DragEvent, entering: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(entering);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same
    <div
      className={over ? 'kk-geo-drop kk-geo-drop-over' : 'kk-geo-drop'}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take([...event.dataTransfer.files]);
      }}
    >
      <Button
        icon="document-open"
        {...(!isChosen && !isMinor && { variant: 'solid', intent: 'primary' })}
        onClick={choice.open}
      >
        {messages.format(isChosen ? 'importPlaces.chooseOther' : 'importPlaces.choose')}
      </Button>
      <span className="kk-soft">{hint}</span>
      {choice.input}
    </div>
  );
});

interface SendingProgressProps {
  readonly state: UploadState | undefined;
  readonly sent: number;
  readonly isReading: boolean;
}

export const SendingProgress = observer(({ state, sent, isReading }: SendingProgressProps) => {
  const messages = useMessages();
  if (state === 'failed' || state === 'missing')
    return <Band tone="danger">{messages.format(`importPlaces.upload.${state}`)}</Band>;
  if (state === 'sending' || state === 'asking')
    return (
      <div>
        <p>{messages.format('importPlaces.upload.sending', { percent: Math.round(sent * 100) })}</p>
        <ProgressBar
          value={sent}
          stripes={false}
          animate={false}
          aria-label={messages.format('importPlaces.sending')}
        />
      </div>
    );
  if (!isReading) return null;
  return (
    <div role="status">
      <Loading /> {messages.format('importPlaces.reading')}
    </div>
  );
});
