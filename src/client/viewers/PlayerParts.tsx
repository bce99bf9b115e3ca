// Common parts of the players of sound and film: captions, speed, seek buttons, and a transcript whose words seek.

import { HTMLSelect } from '@blueprintjs/core';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { hrefOf, type CaptionTrack } from 'src/client/viewers/fileFacts.ts';
import { goTo, play, setSpeed, SKIP_S, skip, SPEEDS } from 'src/client/viewers/mediaKeys.ts';
import { Toolbar } from 'src/client/viewers/Toolbar.tsx';
import type { Cue } from 'src/client/viewers/useCues.ts';
import { playTime } from 'src/model/text/playTime.ts';

type Media = RefObject<HTMLMediaElement | null>;

export const Tracks = ({ tracks }: { readonly tracks: readonly CaptionTrack[] }) => {
  const { language: nameOfLanguage, format } = useMessages();
  return tracks.map(({ file, language }, at) => (
    <track
      key={file.$id}
      kind="captions"
      src={hrefOf(file)}
      srcLang={language || 'und'}
      label={language === '' ? format('viewers.transcript') : nameOfLanguage(language)}
      default={at === 0}
    />
  ));
};

const useSpeed = (media: Media): readonly [number, (speed: number) => void] => {
  const [speed, note] = useState(1);
  useEffect(() => {
    const element = media.current;
    const changed = (): void => note(element?.playbackRate ?? 1);
    element?.addEventListener('ratechange', changed);
    return () => element?.removeEventListener('ratechange', changed);
  }, [media]);
  return [speed, (wanted) => setSpeed(media.current, wanted)];
};

interface ToolsProps {
  readonly media: Media;
  readonly label: string;
  readonly children?: ReactNode;
}

export const PlayerTools = ({ media, label, children }: ToolsProps) => {
  const messages = useMessages();
  const [speed, choose] = useSpeed(media);
  const by = (seconds: number) => () => {
    if (media.current) skip(media.current, seconds);
  };
  return (
    <Toolbar label={label}>
      <IconButton
        icon="fast-backward"
        label={messages.format('viewers.back', { seconds: SKIP_S })}
        onClick={by(-SKIP_S)}
      />
      <IconButton
        icon="fast-forward"
        label={messages.format('viewers.forward', { seconds: SKIP_S })}
        onClick={by(SKIP_S)}
      />
      <label className="kk-viewer-speed">
        {messages.format('viewers.speed')}
        <HTMLSelect value={speed} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {messages.format('viewers.speedOf', { speed: each })}
            </option>
          ))}
        </HTMLSelect>
      </label>
      {children}
    </Toolbar>
  );
};

/** Transcript: each part is a button that plays from its time. */
export const Transcript = ({ media, cues }: { readonly media: Media; readonly cues: readonly Cue[] }) => {
  const messages = useMessages();
  if (cues.length === 0) return null;
  const playFrom = (start: number): void => {
    goTo(media.current, start);
    play(media.current);
  };
  return (
    <section className="kk-viewer-transcript" aria-label={messages.format('viewers.transcript')}>
      <h3>{messages.format('viewers.transcript')}</h3>
      <ol className="kk-plain-list">
        {cues.map(({ id, start, text, now }) => (
          <li key={id} aria-current={now ? 'true' : undefined}>
            <button
              type="button"
              aria-label={messages.format('viewers.transcriptPlay', { at: playTime(start) })}
              onClick={() => playFrom(start)}
            >
              {playTime(start)}
            </button>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
