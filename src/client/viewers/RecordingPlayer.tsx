// Player of a recording within a page: waveform, the browser's player, and its tools. The page that shows it has the reference to the
// player, to seek in it and to follow it.

import { useEffect, useState, type RefObject } from 'react';
import { observer } from 'mobx-react-lite';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { fileTitle, fileTypeOf, hrefOf } from 'src/client/viewers/fileFacts.ts';
import type { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { goTo } from 'src/client/viewers/mediaKeys.ts';
import { PlayerTools } from 'src/client/viewers/PlayerParts.tsx';
import { useLoudness } from 'src/client/viewers/useLoudness.ts';
import { useMediaFailure } from 'src/client/viewers/useMediaFailure.ts';
import { Waveform } from 'src/client/viewers/Waveform.tsx';
import type { Item } from 'src/model/item/Item.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/viewers/viewers.css';

interface RecordingPlayerProps {
  readonly file: Item;
  readonly media: RefObject<HTMLMediaElement | null>;
  /** Seconds from which the recording plays at first. Another value moves the player. */
  readonly start?: number | undefined;
}

export const RecordingPlayer = observer(({ file, media, start }: RecordingPlayerProps) => {
  const messages = useMessages();
  const [failure, setFailure] = useState<FileFailure>();
  const peaks = useLoudness(file);
  const href = hrefOf(file);
  const isFilm = fileTypeOf(file).startsWith('video/');
  useEffect(() => {
    if (start !== undefined) goTo(media.current, start);
  }, [media, start, href]);
  useMediaFailure(media, href, setFailure);
  const holdMedia = (element: HTMLMediaElement | null): void => {
    media.current = element;
  };
  const player = {
    ...{ ref: holdMedia, controls: true, preload: 'metadata', src: href, 'aria-label': fileTitle(file) },
    onLoadedMetadata: () => setFailure(undefined),
  };
  return (
    <div className="kk-recording">
      <Waveform key={href} media={media} peaks={peaks} />
      {isFilm ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is next to it
        <video playsInline {...player} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is next to it
        <audio {...player} />
      )}
      <PlayerTools media={media} label={messages.format('viewers.speed')} />
      {failure !== undefined && (
        <div role="alert">
          <Band tone="danger">{messages.format(`viewers.why.${failure.reason}`)}</Band>
        </div>
      )}
    </div>
  );
});
