// Visible period of a timeline, which is dragged, pinched, zoomed with Ctrl and the wheel, or set. d3-zoom handles the
// gestures; every move goes through its transform, so that the next gesture starts at the visible period.

import { select } from 'd3-selection';
import { zoom, type D3ZoomEvent } from 'd3-zoom';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TimeSpan } from 'src/client/displays/timeSpan.ts';
import { panExtent, scaleExtent, transformOf, viewOfTransform } from 'src/client/displays/timeline/timeView.ts';

type Event = D3ZoomEvent<HTMLElement, unknown>;

/** The wheel scrolls the page; with Ctrl it zooms, like a pinch on a touch pad. */
const isGesture = (event: MouseEvent | WheelEvent | TouchEvent): boolean =>
  event.type === 'wheel' ? event.ctrlKey || event.metaKey : !('button' in event) || event.button === 0;

interface TimeView {
  readonly take: (host: HTMLElement | null) => void;
  readonly view: TimeSpan | undefined;
  /** Pixels; zero until it has been measured. */
  readonly width: number;
  readonly go: (view: TimeSpan) => void;
}

/** Assumed width until the browser has laid out the page. */
const USUAL_WIDTH = 800;

export const useTimeView = (): TimeView => {
  const [host, take] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  const [view, setView] = useState<TimeSpan>();
  const kept = useRef<TimeSpan>(undefined);
  const [gestures] = useState(() => zoom<HTMLElement, unknown>().filter(isGesture).translateExtent(panExtent));
  useEffect(() => {
    if (!host) return undefined;
    const measure = (): void => setWidth(Math.round(host.clientWidth) || USUAL_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, [host]);
  useEffect(() => {
    if (!host || width === 0) return undefined;
    gestures
      .extent([
        [0, 0],
        [width, 1],
      ])
      .scaleExtent(scaleExtent(width))
      .on('zoom', ({ transform }: Event) => {
        kept.current = viewOfTransform(transform, width);
        setView(kept.current);
      });
    const selection = select<HTMLElement, unknown>(host).call(gestures).on('dblclick.zoom', null);
    if (kept.current) gestures.transform(selection, transformOf(kept.current, width));
    return () => {
      selection.on('.zoom', null);
    };
  }, [host, width, gestures]);
  const go = useCallback(
    (next: TimeSpan): void => {
      kept.current = next;
      if (host && width > 0) gestures.transform(select<HTMLElement, unknown>(host), transformOf(next, width));
    },
    [host, width, gestures],
  );
  return { take, view, width, go };
};
