// Viewer of film: the browser's player with captions, and a transcript.

import { useRef } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { captionTracks } from 'src/client/viewers/fileFacts.ts';
import { playerAct } from 'src/client/viewers/mediaKeys.ts';
import { PlayerTools, Tracks, Transcript } from 'src/client/viewers/PlayerParts.tsx';
import { useCues } from 'src/client/viewers/useCues.ts';
import { useMediaFailure } from 'src/client/viewers/useMediaFailure.ts';
import { useViewerKeys } from 'src/client/viewers/useViewerKeys.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';

export const VideoViewer = ({ file, name, href, beside, onFailure }: ViewerProps) => {
  const messages = useMessages();
  const media = useRef<HTMLVideoElement>(null);
  const tracks = captionTracks(file, beside);
  const cues = useCues(media, tracks);
  useMediaFailure(media, href, onFailure);
  useViewerKeys((event) => playerAct(event, media.current));
  return (
    <div className="kk-viewer-fill">
      <PlayerTools media={media} label={messages.format('viewers.speed')} />
      <div className="kk-viewer-player">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks, where it has some, are made by Tracks */}
        <video ref={media} controls playsInline preload="metadata" src={href} aria-label={name}>
          <Tracks tracks={tracks} />
        </video>
        <Transcript media={media} cues={cues} />
      </div>
    </div>
  );
};
