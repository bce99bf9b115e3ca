// Viewer of sound: the browser's player below a waveform, or a plain seek bar for long recordings, and a transcript.

import { useEffect, useRef, useState } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { captionTracks } from 'src/client/viewers/fileFacts.ts';
import type { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { playerAct } from 'src/client/viewers/mediaKeys.ts';
import { PlayerTools, Tracks, Transcript } from 'src/client/viewers/PlayerParts.tsx';
import { useLoudness } from 'src/client/viewers/useLoudness.ts';
import { useCues } from 'src/client/viewers/useCues.ts';
import { useMediaFailure } from 'src/client/viewers/useMediaFailure.ts';
import { useViewerKeys } from 'src/client/viewers/useViewerKeys.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';
import { Waveform } from 'src/client/viewers/Waveform.tsx';

/** A player that has loaded the whole recording and still has no length by then will never know it. */
const SILENT_MS = 1500;

export const AudioViewer = ({ file, name, href, beside, onFailure }: ViewerProps) => {
  const messages = useMessages();
  const media = useRef<HTMLAudioElement>(null);
  const tracks = captionTracks(file, beside);
  const cues = useCues(media, tracks);
  useViewerKeys((event) => playerAct(event, media.current));
  useMediaFailure(media, href, onFailure);
  const [broken, setBroken] = useState<FileFailure>();
  const peaks = useLoudness(file, setBroken);
  useEffect(() => {
    if (!broken) return undefined;
    // A recording without waveform may still play. If not, the player reports it, except for some broken files in Chromium.
    const waiting = setTimeout(() => {
      if (media.current?.readyState === HTMLMediaElement.HAVE_NOTHING) onFailure(broken);
    }, SILENT_MS);
    return () => clearTimeout(waiting);
  }, [broken, onFailure]);
  return (
    <div className="kk-viewer-fill">
      <PlayerTools media={media} label={messages.format('viewers.speed')} />
      <div className="kk-viewer-sound">
        <Waveform media={media} peaks={peaks} />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks, where it has some, are made by Tracks */}
        <audio ref={media} controls preload="metadata" src={href} aria-label={name}>
          <Tracks tracks={tracks} />
        </audio>
        <Transcript media={media} cues={cues} />
      </div>
    </div>
  );
};
