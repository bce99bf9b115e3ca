// Waveform of a recording. Pointer and arrow keys seek in it.

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { playTime } from 'src/model/text/playTime.ts';
import { goTo, skip } from 'src/client/viewers/mediaKeys.ts';
import { useStageSize, type StageSize } from 'src/client/viewers/useStageSize.ts';

const BAR_PX = 3;
const STEP_S = 5;

interface Drawing extends StageSize {
  readonly peaks: readonly number[];
  /** Fraction of the recording, 0 to 1. */
  readonly played: number;
}

const draw = (canvas: HTMLCanvasElement, { width, height, peaks, played }: Drawing): void => {
  const ratio = window.devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const [done, coming] = [style.getPropertyValue('--kk-focus'), style.getPropertyValue('--kk-edge')];
  context.scale(ratio, ratio);
  const bars = Math.floor(width / BAR_PX);
  for (let bar = 0; bar < bars; bar += 1) {
    const peak = peaks[Math.floor((bar / bars) * peaks.length)] ?? 0;
    const tall = Math.max(2, peak * height);
    context.fillStyle = bar / bars < played ? done : coming;
    context.fillRect(bar * BAR_PX, (height - tall) / 2, BAR_PX - 1, tall);
  }
};

const usePlayed = (media: RefObject<HTMLMediaElement | null>): { readonly at: number; readonly length: number } => {
  const [times, setTimes] = useState({ at: 0, length: 0 });
  useEffect(() => {
    const element = media.current;
    if (!element) return undefined;
    const note = (): void =>
      setTimes({ at: element.currentTime, length: Number.isFinite(element.duration) ? element.duration : 0 });
    const events = ['timeupdate', 'durationchange', 'seeking'];
    for (const name of events) element.addEventListener(name, note);
    note();
    return () => {
      for (const name of events) element.removeEventListener(name, note);
    };
  }, [media]);
  return times;
};

interface WaveformProps {
  readonly media: RefObject<HTMLMediaElement | null>;
  /** Undefined while loading, empty when it is not available. */
  readonly peaks: readonly number[] | undefined;
}

export const Waveform = ({ media, peaks }: WaveformProps) => {
  const messages = useMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  const space = useStageSize(canvas);
  const { at, length } = usePlayed(media);
  const played = length === 0 ? 0 : at / length;
  useEffect(() => {
    if (canvas.current && space) draw(canvas.current, { ...space, peaks: peaks ?? [], played });
  });
  const seek = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (length > 0) goTo(media.current, ((event.clientX - left) / width) * length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -STEP_S,
      ArrowDown: -STEP_S,
      ArrowRight: STEP_S,
      ArrowUp: STEP_S,
      Home: -length,
      End: length,
    };
    const step = steps[event.key];
    if (step === undefined || !media.current) return;
    skip(media.current, step);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <canvas
      ref={canvas}
      className="kk-viewer-waveform"
      data-known={peaks !== undefined || undefined}
      role="slider"
      tabIndex={0}
      aria-label={messages.format('viewers.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={messages.format('viewers.positionAt', { at: playTime(at), length: playTime(length) })}
      onPointerDown={seek}
      onPointerMove={(event) => event.buttons === 1 && seek(event)}
      onKeyDown={onKeyDown}
    />
  );
};
