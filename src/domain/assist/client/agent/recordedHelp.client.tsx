// Plays a recording of help: the masked page as it was shown to the agent, with a slider for the time.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EventType, type eventWithTime, type Replayer, ReplayerEvents } from 'rrweb';
import { Button, Loading, type PagePartProps, useClient, useMessages, useServerData } from 'src/client/extend.ts';
import { hrefOf } from 'src/client/extendMedia.ts';
import { replayInto } from 'src/domain/assist/client/agent/replayFrame.client.ts';
import { readRecording } from 'src/domain/assist/client/agent/readRecording.client.ts';
import 'src/domain/assist/client/assist.css';
import 'src/domain/assist/client/assistMessages.client.ts';

const SHOW_TIME_EVERY_MS = 200;
const AGENT_SECOND_MS = 1000;
const AGENT_MINUTE_S = 60;

const clock = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / AGENT_SECOND_MS);
  return `${Math.floor(seconds / AGENT_MINUTE_S)}:${String(seconds % AGENT_MINUTE_S).padStart(2, '0')}`;
};

/** The largest page of the recording. */
const sizeOfPage = (events: readonly eventWithTime[]): { readonly width: number; readonly height: number } => {
  const sizes = events.flatMap((event) => (event.type === EventType.Meta ? [event.data] : []));
  return {
    width: Math.max(1, ...sizes.map(({ width }) => width)),
    height: Math.max(1, ...sizes.map(({ height }) => height)),
  };
};

const RecordedPage = ({ events }: { readonly events: readonly eventWithTime[] }) => {
  const { format } = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const [replayer, setReplayer] = useState<Replayer>();
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [width, setWidth] = useState(0);
  const size = sizeOfPage(events);
  const total = replayer?.getMetaData().totalTime ?? 0;
  const scale = Math.min(1, width / size.width);
  useEffect(() => {
    if (!root.current || !space.current) return undefined;
    const created = replayInto(root.current, events, { skipInactive: false });
    created.on(ReplayerEvents.Finish, () => setPlaying(false));
    created.pause(0);
    setReplayer(created);
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sizes.observe(space.current);
    return () => {
      sizes.disconnect();
      created.destroy();
    };
  }, [events]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = window.setInterval(() => setTime(replayer?.getCurrentTime() ?? 0), SHOW_TIME_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [isPlaying, replayer]);
  const toggle = (): void => {
    if (isPlaying) replayer?.pause();
    else replayer?.play(time >= total ? 0 : time);
    setPlaying(!isPlaying);
  };
  const seek = (next: number): void => {
    setTime(next);
    if (isPlaying) replayer?.play(next);
    else replayer?.pause(next);
  };
  return (
    <div className="kk-assist-player">
      <div ref={space} className="kk-assist-film" style={{ blockSize: size.height * scale }}>
        <div ref={root} className="kk-assist-screen" style={{ transform: `scale(${scale})` }} aria-hidden />
      </div>
      <p className="kk-row">
        <Button size="small" icon={isPlaying ? 'pause' : 'play'} onClick={toggle}>
          {format(isPlaying ? 'assist.player.pause' : 'assist.player.play')}
        </Button>
        <input
          type="range"
          className="kk-fill"
          min={0}
          max={Math.max(1, total)}
          value={Math.min(time, total)}
          aria-label={format('assist.player.time')}
          aria-valuetext={clock(time)}
          onChange={({ target }) => seek(Number(target.value))}
        />
        <span>
          {clock(Math.min(time, total))} / {clock(total)}
        </span>
      </p>
    </div>
  );
};

const useRecording = (file: string | undefined) => {
  const { items } = useClient();
  const loaded = file === undefined ? undefined : items.get(file);
  const address = loaded?.state === 'ready' ? hrefOf(loaded.item) : undefined;
  const ask = useCallback(() => readRecording(address ?? ''), [address]);
  return useServerData(address === undefined ? undefined : { of: address, ask });
};

export const RecordedHelpPart = observer(({ item }: PagePartProps) => {
  const { format } = useMessages();
  const files: unknown = item['file'];
  const file: unknown = Array.isArray(files) ? files[0] : undefined;
  const { answer: events, failure } = useRecording(typeof file === 'string' ? file : undefined);
  if (file === undefined) return <p className="kk-soft">{format('assist.player.none')}</p>;
  if (failure !== undefined && !events) return <p role="alert">{format('assist.player.failed')}</p>;
  if (!events) return <Loading />;
  // One event shows nothing, and the replayer needs two.
  return events.length > 1 ? (
    <RecordedPage events={events} />
  ) : (
    <p className="kk-soft">{format('assist.player.none')}</p>
  );
});
