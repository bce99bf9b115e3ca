// The pictures of a running call, with the own one in a corner.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Button, useMessages } from 'src/client/extendFrame.ts';
import type { CallPeer } from 'src/domain/assist/client/CallPeer.client.ts';

interface PictureProps {
  readonly stream: MediaStream | undefined;
  readonly label: string;
  readonly own?: boolean;
  readonly hidden?: boolean;
}

const CallPicture = ({ stream, label, own = false, hidden = false }: PictureProps) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a conversation has no captions
    <video
      ref={video}
      className={`${own ? 'kk-assist-own' : 'kk-assist-other'}${hidden ? ' kk-assist-dark' : ''}`}
      aria-label={label}
      autoPlay
      playsInline
      muted={own}
    />
  );
};

interface CallWindowProps {
  readonly call: CallPeer;
  /** The agent ends the call by the button of the page. */
  readonly end?: () => void;
}

export const CallWindow = observer(({ call, end }: CallWindowProps) => {
  const { format } = useMessages();
  const isOn = call.hasCamera('own');
  return (
    <section className="kk-assist-call" aria-label={format('assist.what.call')} data-assist>
      <CallPicture
        stream={call.stream('other')}
        label={format('assist.call.other')}
        hidden={!call.hasCamera('other')}
      />
      <CallPicture own stream={call.stream('own')} label={format('assist.call.own')} hidden={!isOn} />
      <div className="kk-row">
        <Button size="small" icon={isOn ? 'eye-off' : 'eye-open'} onClick={() => call.setCamera(!isOn)}>
          {format(isOn ? 'assist.call.cameraOff' : 'assist.call.cameraOn')}
        </Button>
        {end && (
          <Button size="small" intent="danger" onClick={end}>
            {format('assist.call.end')}
          </Button>
        )}
      </div>
    </section>
  );
});
